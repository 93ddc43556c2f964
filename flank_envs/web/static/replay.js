// Watching a game, while it is played or afterwards, as any viewer sees it.

import { get, listen } from "./api.js";
import { $, h, humanName, playerName, select } from "./dom.js";
import { frame, onKey, say, tried } from "./frame.js";
import { Insight } from "./insight.js";
import { Board } from "./picture.js";
import { Timeline } from "./timeline.js";

const id = location.pathname.split("/")[2];
const path = `/api/game/${id}`;
const asked = new URLSearchParams(location.search);
let game = null;
let viewer = asked.get("viewer") ?? "all";
let request = 0;

frame([
  ["Left, Right", "one position back or on"],
  ["Home, End", "first and last position"],
  ["Space", "play and pause"],
  ["v", "another viewer"],
]);

const board = new Board($("board"), $("hint"), { point: (action) => insight.light(action) });
board.growBy($("larger"));
const timeline = new Timeline($("timeline"), (at) => showPosition(at));
const insight = new Insight($("insight"), {
  path,
  go: (at) => timeline.jump(at),
  light: (action) => board.light(action),
  shade: (probabilities) => board.shade(probabilities),
});
let viewers = null;

async function showGame() {
  const first = game === null;
  game = await get(path);
  timeline.show(game.positions, game.rounds);
  timeline.ended = game.over || game.trouble !== "";
  if (first) {
    document.title = game.title;
    $("title").textContent = game.title;
    viewers = select(
      { "aria-label": "Viewer", onchange: () => see(viewers.value) },
      [["all", "everything"], ...game.players.map((_, seat) => [String(seat), `what seat ${seat} sees`])],
    );
    if (![...viewers.options].some((option) => option.value === viewer)) viewer = "all";
    viewers.value = viewer;
    $("tools").append(
      h("label", { class: "field" }, h("span", {}, "show"), viewers),
      h("button", { type: "button", onclick: copyLink }, "Copy a link to this position"),
      h("a", { class: "button", href: `${path}/replay`, download: "" }, "Download the replay"),
    );
  }
  const options = Object.entries(game.options).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const players = game.players.map((name, seat) => `seat ${seat}: ${playerName(name)}`);
  $("who").textContent =
    `${game.practice ? "Practice. " : ""}${humanName(players.join(", "))}. ${game.verdict || game.trouble || "The game goes on."} ` +
    `Seed ${game.seed}${options.length ? `; ${options.join(", ")}` : ""}.`;
}

async function showPosition(at, mark = true) {
  const mine = (request += 1);
  const shown = await tried(() => get(`${path}/at/${at}?viewer=${viewer}`));
  if (!shown || mine !== request) return;
  const now = shown.over ? game.verdict || "The game is over" : `${humanName(shown.round)}: seat ${shown.to_act} decides`;
  $("now").textContent = now;
  $("story").replaceChildren(...shown.story.map((sentence) => h("li", { class: "new" }, sentence)));
  if (shown.played_words) $("story").append(h("li", { class: "next" }, `Next: ${shown.played_words}`));
  $("live").textContent = shown.story.join(" ");
  board.show(shown.picture, `${game.title}: ${now}. ${shown.story.join(" ")}`, new Map(), mark);
  $("board").dataset.at = at;
  history.replaceState(null, "", `?at=${at}${viewer === "all" ? "" : `&viewer=${viewer}`}`);
  insight.show(at, shown.over ? null : shown.to_act);
}

function see(next) {
  viewer = next;
  viewers.value = next;
  showPosition(timeline.at, false);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  } catch {
    say(`The link is ${location.href}`);
  }
}

onKey("v", () => {
  const all = [...viewers.options].map((option) => option.value);
  see(all[(all.indexOf(viewer) + 1) % all.length]);
});

try {
  await showGame();
  const at = Number(asked.get("at") ?? (game.over ? 0 : game.positions - 1));
  timeline.at = Number.isInteger(at) ? Math.max(0, Math.min(game.positions - 1, at)) : 0;
  timeline.show(game.positions, game.rounds);
  await insight.load(game.game);
  await showPosition(timeline.at, false);
  if (!game.over && game.players.some((name) => name !== "unknown")) {
    const stop = listen(`${path}/events`, async (number) => {
      if (number === game.number) return;
      await tried(showGame);
      if (timeline.ended) {
        stop();
        insight.reload();
      }
    });
  }
} catch (problem) {
  $("title").textContent = problem.message;
}
