/** The live connection of one seat to one game. It comes back by itself, and asks what it missed. */

import type { GameState } from "./contract";

export class Live {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = 500;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly seat: string,
    private readonly hear: (game: GameState) => void,
    private readonly connected: (yes: boolean) => void,
    private readonly missed: () => void,
  ) {
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/games/${encodeURIComponent(this.id)}/live?seat=${encodeURIComponent(this.seat)}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      this.connected(true);
      this.missed();
    };
    socket.onmessage = (message) => {
      if (this.closed) return;
      const told = JSON.parse(message.data as string) as Partial<GameState>;
      if (told.view) this.hear(told as GameState);
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.connected(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 8000);
      this.missed();
    };
  }
}
