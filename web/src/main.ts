import "./styles/fonts.css";
import "./styles/page.css";
import "./styles/form.css";
import "./styles/board.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./settings.svelte";

follow();
mount(App, { target: document.getElementById("page")! });
