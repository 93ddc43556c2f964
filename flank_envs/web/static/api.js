// Asking the server. A refusal is an error with the server's own sentence.

export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function ask(path, settings) {
  let answer;
  try {
    answer = await fetch(path, settings);
  } catch {
    throw new Refusal(0, "The server does not answer: is it still running?");
  }
  const content = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
  if (!answer.ok) throw new Refusal(answer.status, content.error ?? `The server answered ${answer.status}.`);
  return content;
}

export const get = (path) => ask(path, {});

export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const postText = (path, text) => ask(path, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });

// Calls `changed` with the table's number whenever it changes. Only pages that are seen listen, as browsers allow few
// connections; where listening fails, asking now and then does.
export function listen(path, changed) {
  let source = null;
  let timer = null;
  const stop = () => {
    source?.close();
    clearInterval(timer);
    source = timer = null;
  };
  const start = () => {
    stop();
    if (document.hidden) return;
    source = new EventSource(path);
    source.onmessage = (event) => changed(Number(event.data));
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED && !timer) timer = setInterval(() => changed(null), 2000);
    };
  };
  document.addEventListener("visibilitychange", start);
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && start());
  start();
  return () => {
    document.removeEventListener("visibilitychange", start);
    stop();
  };
}
