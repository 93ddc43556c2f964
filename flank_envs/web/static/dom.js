// Small helpers to build pages: text always stays text.

export const $ = (id) => document.getElementById(id);

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function select(props, options, chosen) {
  const entries = options.map((option) => (Array.isArray(option) ? option : [option, option]));
  const made = h("select", props, entries.map(([value, label]) => h("option", { value }, label)));
  if (chosen !== undefined) made.value = chosen;
  return made;
}

export function playerName(name) {
  const [kind, ...more] = name.split(":");
  if (kind === "search") return `search, ${more[0]} tries${more[1] ? ` (${playerName(more[1])})` : ""}`;
  if (kind === "trained") return more[0] === "greedy" ? "trained policy, likeliest action" : "trained policy";
  return { "heuristic": "heuristic", person: "a person", random: "random" }[name] ?? name;
}

export function humanName(name) {
  const words = (name === name.toUpperCase() ? name.toLowerCase() : name).replaceAll("_", " ").replace(/([a-z])(\d)/g, "$1 $2");
  return words && words[0].toUpperCase() + words.slice(1);
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Files arrive by dropping or by choosing; `take` gets their text.
export function receiveFiles(area, input, take) {
  const read = async (files) => {
    if (files.length) await take(await files[0].text(), files[0].name);
  };
  input.addEventListener("change", () => read(input.files));
  for (const kind of ["dragover", "dragenter"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      area.classList.add("over");
    });
  }
  document.addEventListener("dragleave", () => area.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    area.classList.remove("over");
    read(event.dataTransfer.files);
  });
}
