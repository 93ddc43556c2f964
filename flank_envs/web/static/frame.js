// What all pages share: the header, the theme, the help, and short messages.

import { $, h } from "./dom.js";

const THEMES = ["system", "light", "dark"];

function theme() {
  try {
    return localStorage.getItem("theme") ?? "system";
  } catch {
    return "system";
  }
}

function applyTheme() {
  const chosen = theme();
  document.documentElement.dataset.theme = chosen;
  const button = $("theme");
  if (!button) return;
  button.textContent = { system: "◐", light: "○", dark: "●" }[chosen];
  button.setAttribute("aria-label", `Theme: ${chosen}`);
  button.title = `Theme: ${chosen}`;
}

function nextTheme() {
  localStorage.setItem("theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
  applyTheme();
}

// `keys` are pairs of a key and what it does on this page.
export function frame(keys) {
  const rows = [...keys, ["?", "this help"], ["Escape", "close, or empty the filter"]];
  const dialog = h(
    "dialog",
    { id: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", { class: "keys" }, rows.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  const here = location.pathname;
  const link = (path, label) => h("a", { href: path, "aria-current": here === path ? "page" : null }, label);
  $("header").append(
    h("a", { href: "/", class: "brand" }, "flank_envs"),
    h("nav", { "aria-label": "Pages" }, link("/", "Games"), link("/arena", "Arena")),
    h("span", { class: "spring" }),
    h("button", { type: "button", id: "theme", onclick: nextTheme }, "Theme"),
    h("button", { type: "button", id: "help-button", onclick: () => dialog.showModal(), "aria-label": "Help" }, "?"),
  );
  document.body.append(dialog);
  applyTheme();
  onKey("?", () => dialog.showModal());
}

const handlers = [];

// Keys work where nobody types; handlers return true if they took the key.
export function onKey(key, act) {
  handlers.push([key, act]);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const field = event.target.closest?.("input, select, textarea");
  if (field) return;
  for (const [key, act] of handlers) {
    if ((key === event.key || (key instanceof RegExp && key.test(event.key))) && act(event) !== false) {
      event.preventDefault();
      return;
    }
  }
});

let fading = null;

export function say(sentence) {
  const toast = $("toast");
  toast.textContent = sentence;
  toast.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => {
    toast.classList.remove("shown");
    toast.textContent = "";
  }, 7000);
}

// Runs something that may be refused, and says so.
export async function tried(act) {
  try {
    return await act();
  } catch (problem) {
    say(problem.message);
    return undefined;
  }
}
