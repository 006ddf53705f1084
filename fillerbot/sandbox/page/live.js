// The way to the sandbox: a socket that listens and resumes, and actions by HTTP.

export class RefusedError extends Error {}

export async function act(person, name, body) {
  const response = await fetch(`/people/${person}/${name}`, { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new RefusedError(answer.error);
  return answer;
}

export async function commands(person, channel) {
  return (await fetch(`/people/${person}/commands?channel=${channel}`)).json();
}

// A file as it is sent with an act.
export async function encoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { filename: file.name, data: btoa(text) };
}

const LONGEST_PAUSE = 5000;
const SILENCE = 45000;

// Calls `on` with each event that a person at a channel notices, in order and once, until it is closed.
export class Live {
  #who;
  #on;
  #lost;
  #socket = null;
  #run = "";
  #number = 0;
  #pause = 250;
  #timer = 0;
  #closed = false;

  constructor(person, channel, on, lost) {
    this.#who = channel ? { person, channel } : { person };
    this.#on = on;
    this.#lost = lost;
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    const query = new URLSearchParams(this.#who);
    if (this.#run) {
      query.set("run", this.#run);
      query.set("after", this.#number);
    }
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/people/live?${query}`);
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (this.#closed) return;
      const event = JSON.parse(message.data);
      this.#pause = 250;
      this.#watch();
      if (event.kind === "hello") this.#run = event.run;
      this.#number = event.number;
      this.#on(event);
    };
    socket.onclose = () => {
      if (this.#closed || socket !== this.#socket) return;
      this.#lost();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#connect(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  // A line that has gone silent is given up.
  #watch() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#socket.close(), SILENCE);
  }
}
