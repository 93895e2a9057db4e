// An independent check of fair dice, written from the protocol's specification and not from the Python code.
//
//   node fair_verify.mjs < record.json       prints the faults of {"setup": ..., "rows": [...]} as a JSON list
//   node fair_verify.mjs --vectors           prints the specification's test values as this program computes them
//
// It needs nothing but Node.js. A player who distrusts the program that ran the game can read these lines instead.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const CHAIN_LENGTH = 4096;
const ENOUGH_FAULTS = 100;

// ---------------------------------------------------------------------------------------------- bytes and hashes

const fourBytes = (number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

const joined = (...pieces) => Buffer.concat(pieces.map((piece) => Buffer.from(piece)));

// SHA-256 over "zareba/dice/1" and the given parts, each with its length in front.
function hash(...parts) {
  const sha = createHash("sha256");
  for (const part of ["zareba/dice/1", ...parts]) {
    const bytes = Buffer.from(part);
    sha.update(fourBytes(bytes.length)).update(bytes);
  }
  return sha.digest();
}

const hmac = (key, ...pieces) => createHmac("sha256", key).update(joined(...pieces)).digest();

function fromHex(text, size) {
  if (typeof text !== "string" || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) {
    throw new Error(`expected ${size} bytes in hex, found ${JSON.stringify(text)}`);
  }
  return Buffer.from(text, "hex");
}

// --------------------------------------------------------------------------------------------- the protocol's values

// Hashing a chain value once leads one step towards the anchor.
const towardsAnchor = (party, game, epoch, value) => hash("link", party, game, fourBytes(epoch), value);

function climb(party, game, epoch, value, steps) {
  let reached = value;
  for (let step = 0; step < steps; step += 1) reached = towardsAnchor(party, game, epoch, reached);
  return reached;
}

const commitment = (game, epoch, hiddenSeed) => hash("hidden", game, fourBytes(epoch), hiddenSeed);

const hiddenPart = (hiddenSeed, epoch, n) => hmac(hiddenSeed, "hid", fourBytes(epoch), fourBytes(n));

const rollValue = (game, epoch, n, ofA, ofB, ofS) =>
  hash("roll", game, joined(fourBytes(epoch), fourBytes(n)), "A", ofA, "B", ofB, "S", ofS);

const lockTag = (seat, game, epoch, n, link, head, answerDigest) =>
  hmac(hash("lock", seat, game, fourBytes(epoch), link), head, fourBytes(n), answerDigest);

// M0 as text: one flat object, keys in the order of their UTF-8 bytes, no spaces.
function canonical(m0) {
  const keys = Object.keys(m0).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const pairs = keys.map((key) => {
    const value = m0[key];
    if (typeof value !== "string" && !Number.isSafeInteger(value)) throw new Error(`${key} is no text or whole number`);
    return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  });
  return `{${pairs.join(",")}}`;
}

function fingerprint(setupDigest) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let rest = BigInt(`0x${setupDigest.toString("hex")}`) >> 126n; // the first 130 of 256 bits
  let text = "";
  for (let place = 0; place < 26; place += 1, rest >>= 5n) text = letters[Number(rest & 31n)] + text;
  return text;
}

// ------------------------------------------------------------------------------------------------------------- dice

function* bytesOf(value) {
  for (let block = 0; ; block += 1) yield* hmac(value, "die", fourBytes(block));
}

function drawBelow(bytes, count) {
  if (!Number.isSafeInteger(count) || count < 1 || count > 2 ** 32) throw new Error(`nothing to draw among ${count}`);
  const width = count > 256 ? 4 : 1;
  const unfair = 256 ** width - (256 ** width % count);
  for (;;) {
    let number = 0;
    for (let read = 0; read < width; read += 1) number = number * 256 + bytes.next().value;
    if (number < unfair) return number % count;
  }
}

const several = (count, draw) => Array.from({ length: count }, draw);

function shuffled(bytes, count) {
  const deck = several(count, (_, card) => card);
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = drawBelow(bytes, last + 1);
    [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
  }
  return deck;
}

function redraw(bytes, { draw, of, result }) {
  if (!Array.isArray(result)) throw new Error("a draw without results");
  if (draw === "dice") return several(result.length, () => drawBelow(bytes, of) + 1);
  if (draw === "pick") return several(result.length, () => drawBelow(bytes, of));
  if (draw === "shuffle" && of === result.length) return shuffled(bytes, of);
  throw new Error(`unknown draw ${JSON.stringify(draw)} of ${of}`);
}

// ---------------------------------------------------------------------------------------------------- a whole record

function openEpoch({ m0, anchors, setup, fingerprint: shown, h0 }, index, before, complain) {
  const game = fromHex(m0.game, 16);
  const [ofA, ofB, ofS] = [anchors.A, anchors.B, m0.anchor].map((text) => fromHex(text, 32));
  const agreed = hash("setup", canonical(m0), ofA, ofB);
  const hiddenSeed = h0 === undefined ? null : fromHex(h0, 32);
  if (ofA.equals(ofB) || ofA.equals(ofS) || ofB.equals(ofS)) complain("two anchors are equal");
  if (m0.epoch !== index) complain(`it calls itself ${m0.epoch}`);
  if (m0.length !== CHAIN_LENGTH) complain(`its chains have ${m0.length} links`);
  if (agreed.toString("hex") !== setup) complain("its digest differs");
  if (fingerprint(agreed) !== shown) complain("its fingerprint differs");
  const bound = hiddenSeed ? commitment(game, index, hiddenSeed).toString("hex") : m0.hidden;
  if (bound !== m0.hidden) complain("its hidden seed differs");
  if (before && !before.game.equals(game)) complain("it belongs to another game");
  if (before && before.agreed !== m0.previous) complain("it continues another set-up");
  const trusted = { A: { n: 0, value: ofA }, B: { n: 0, value: ofB }, S: { n: 0, value: ofS } };
  return { index, game, agreed: agreed.toString("hex"), hiddenSeed, trusted };
}

function rollsMade(number) {
  if (!Number.isInteger(number) || number < 0 || number > CHAIN_LENGTH) throw new Error(`${number} rolls in an epoch`);
  return number;
}

function openEpochs(entries, complain) {
  if (!Array.isArray(entries) || entries.length === 0) throw new Error("no epoch");
  const epochs = [];
  entries.forEach((entry, index) => {
    const before = epochs[index - 1];
    epochs.push(openEpoch(entry, index, before, (words) => complain(`epoch ${index}: ${words}`)));
    if (before) before.rolls = rollsMade(entry.m0.spent);
  });
  epochs.at(-1).rolls = CHAIN_LENGTH;
  return epochs;
}

// The links of a row, each followed up to the last one that is known to be true.
function checkLinks({ index, game, trusted }, n, row, complain) {
  const links = {};
  for (const [party, text] of Object.entries(row.links)) {
    const link = fromHex(text, 32);
    const known = trusted[party];
    if (climb(party, game, index, link, n - known.n).equals(known.value)) trusted[party] = { n, value: link };
    else complain(`${party} gave a false link`);
    links[party] = link;
  }
  return links;
}

function checkRow(epoch, n, row, complain) {
  const links = checkLinks(epoch, n, row, complain);
  if (!Array.isArray(row.draws)) throw new Error("no list of draws");
  if (row.draws.length === 0) return;
  const { game, index, hiddenSeed } = epoch;
  const server = row.hidden !== true ? links.S : hiddenSeed && hiddenPart(hiddenSeed, index, n);
  if (!links.A || !links.B || !server) {
    complain("not all parts of the roll are revealed");
    return;
  }
  const bytes = bytesOf(rollValue(game, index, n, links.A, links.B, server));
  for (const draw of row.draws) {
    const due = redraw(bytes, draw);
    if (due.some((result, place) => result !== draw.result[place])) complain(`${draw.result} was due to be ${due}`);
  }
}

function checkRows(epochs, rows, complain) {
  const due = epochs.flatMap(({ rolls }, epoch) => several(rolls, (_, roll) => [epoch, roll + 1]));
  if (!Array.isArray(rows)) throw new Error("no list of rows");
  for (const [place, row] of rows.entries()) {
    const [epoch, n] = due[place] ?? [];
    if (epoch === undefined || row.epoch !== epoch || row.roll !== n) {
      complain(`row ${place + 1} is out of order; the rest was not read`);
      return;
    }
    checkRow(epochs[epoch], n, row, (words) => complain(`epoch ${epoch}, roll ${n}: ${words}`));
  }
  const next = due[rows.length];
  if (next && next[0] < epochs.length - 1) complain("rows of an earlier epoch are missing");
}

class Enough extends Error {}

function faultsOf(record) {
  const faults = [];
  const complain = (words) => {
    if (faults.length === ENOUGH_FAULTS) throw new Enough();
    faults.push(words);
  };
  try {
    checkRows(openEpochs(record.setup.epochs, complain), record.rows, complain);
  } catch (error) {
    if (!(error instanceof Enough)) faults.push(`unreadable: ${error.message}`);
  }
  return faults;
}

// ----------------------------------------------------------------------------------------- the specification's values

function vectors() {
  const game = Buffer.from(several(16, (_, index) => index));
  const seeds = { A: Buffer.alloc(32, 0x0a), B: Buffer.alloc(32, 0x0b), S: Buffer.alloc(32, 0x05) };
  const hiddenSeed = Buffer.alloc(32, 0x06);
  const link = (party, n) => climb(party, game, 0, seeds[party], CHAIN_LENGTH - n);
  const open = (n) => rollValue(game, 0, n, link("A", n), link("B", n), link("S", n));
  const hidden = rollValue(game, 0, 3, link("A", 3), link("B", 3), hiddenPart(hiddenSeed, 0, 3));
  const dice = (value, sides, count) => {
    const bytes = bytesOf(value);
    return several(count, () => drawBelow(bytes, sides) + 1);
  };
  const answer = createHash("sha256").update('{"fire":"u1"}').digest();
  const values = {
    "anchor A": link("A", 0), "anchor B": link("B", 0), "anchor S": link("S", 0),
    CH: commitment(game, 0, hiddenSeed),
    "R(1)": open(1), "R(1) 5d6": dice(open(1), 6, 5), "R(1) 3d10": dice(open(1), 10, 3),
    "R(2)": open(2), "R(2) 5d6": dice(open(2), 6, 5),
    "hidden R(3)": hidden, "hidden R(3) shuffle 12": shuffled(bytesOf(hidden), 12),
    "LOCK A 1": lockTag("A", game, 0, 1, link("A", 1), Buffer.alloc(32, 0x11), answer),
  };
  const shown = (value) => (Buffer.isBuffer(value) ? value.toString("hex") : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));
}

const answer = process.argv.includes("--vectors") ? vectors() : faultsOf(JSON.parse(readFileSync(0, "utf8")));
console.log(JSON.stringify(answer));
