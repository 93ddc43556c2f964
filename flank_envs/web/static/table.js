// A person at a table: sees the board, chooses, and is told what the others do.

import { get, listen, post } from "./api.js";
import { Choices } from "./choices.js";
import { $, h, humanName, playerName } from "./dom.js";
import { frame, onKey, say } from "./frame.js";
import { Board } from "./picture.js";
import { Rules } from "./rules.js";
import { forget, remember } from "./seats.js";
import { Story } from "./story.js";

const path = `/api/table/${location.pathname.split("/")[2]}`;
let view = null;
let sending = false;

frame([
  ["1 - 9", "choose by number"],
  ["letters", "filter the choices; Enter takes the first that is left"],
  ["Up, Down", "from choice to choice; Space or Enter takes it"],
  ["u", "undo, in practice games"],
]);

const board = new Board($("board"), $("hint"), { choose: (action) => choose(action), point: (action) => choices.light(action) });
board.growBy($("larger"));
const choices = new Choices($("choices"), $("filter"), {
  choose: (action) => choose(action),
  point: (action) => board.light(action),
});
const story = new Story($("story"), $("live"));
const rules = new Rules($("rules"));

function show(next) {
  const first = view === null;
  const moved = first || next.number !== view.number;
  view = next;
  story.add(next.story_from, next.story);
  if (moved || next.trouble) draw(first);
  remember(location.pathname, next);
}

function draw(first) {
  const words = new Map(view.choices.map(({ action, words }) => [action, words]));
  const status = statusOf(view);
  document.title = `${view.yours ? "● " : ""}${view.title}`;
  $("title").textContent = view.title;
  $("status").textContent = status;
  $("status").classList.toggle("yours", view.yours);
  $("detail").replaceChildren(...detailOf(view));
  board.show(view.picture, `${view.title}: ${status}. ${view.story.flat().slice(-3).join(" ")}`, words);
  choices.show(view.choices);
  Object.assign($("choices").dataset, { number: view.number, over: view.over });
  $("undo").hidden = !view.practice;
  $("undo").disabled = !view.can_undo;
  $("leave").hidden = view.over;
  rules.open(view.phase);
  if (first) rules.load(view.game).catch((problem) => say(problem.message));
}

function statusOf({ over, verdict, yours, phase, trouble, players, seat }) {
  if (over) return verdict;
  if (trouble) return trouble;
  if (yours) return `Your turn: ${humanName(phase).toLowerCase()}`;
  const others = players.filter((_, k) => k !== seat).map(playerName);
  return others.length === 1 ? `${humanName(others[0])} is thinking` : "The others are thinking";
}

function detailOf({ over, players, seat, seed, id, practice }) {
  const seats = players.map((name, k) => (k === seat ? `you in seat ${k}` : `${playerName(name)} in seat ${k}`)).join(", ");
  const parts = [`${practice ? "Practice: " : ""}${practice ? seats : humanName(seats)}.`];
  if (over) {
    parts.push(` Seed ${seed}. `, h("a", { href: `/replay/${id}` }, "See it again, with everything shown"));
  }
  return parts;
}

async function send(act) {
  if (sending) return;
  sending = true;
  choices.wait(true);
  try {
    show(await act());
  } catch (problem) {
    say(problem.message);
    if (problem.status === 409) await refresh();
    choices.wait(false);
  }
  sending = false;
}

const choose = (action) => {
  if (view?.choices.some((choice) => choice.action === action)) {
    send(() => post(`${path}/act`, { number: view.number, action, told: story.decisions }));
  }
};
const undo = () => {
  if (view?.can_undo) send(() => post(`${path}/undo`, { number: view.number }));
};

async function refresh() {
  try {
    const told = view ? story.decisions : 0;
    const next = await get(`${path}?told=${told}`);
    if (view && next.decisions < told) show(await get(`${path}?told=0`));
    else if (!view || next.number >= view.number) show(next);
  } catch (problem) {
    $("status").textContent = problem.message;
    if (problem.status === 404) {
      forget(location.pathname);
      choices.show([]);
    }
  }
}

async function leave() {
  if (!confirm("Leave this game? It is then gone, for everybody in it.")) return;
  try {
    await post(`${path}/leave`);
    forget(location.pathname);
    location.href = "/";
  } catch (problem) {
    say(problem.message);
  }
}

$("undo").addEventListener("click", undo);
$("leave").addEventListener("click", leave);
onKey("u", undo);
onKey(/^[1-9]$/, ({ key }) => choices.take(Number(key)));
onKey(/^[a-zA-Z/]$/, ({ key }) => {
  if ($("filter").disabled) return false;
  $("filter").focus();
  if (key !== "/") {
    $("filter").value = key;
    $("filter").dispatchEvent(new Event("input"));
  }
  return true;
});
onKey("ArrowDown", () => $("choices").querySelector("button")?.focus());

await refresh();
listen(`${path}/events`, (number) => {
  if (!sending && number !== view?.number) refresh();
});
