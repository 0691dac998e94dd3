// Written by `npm run docs` from ../../scripts.
// packages/pages/src/scripts/announce.ts
const PAUSE_MS = 50;
function announce(text) {
	const live = document.getElementById("live");
	if (!live || text === "") return;
	live.textContent = "";
	setTimeout(() => live.textContent = text, PAUSE_MS);
}
// packages/pages/src/scripts/language.ts
const list = document.querySelector("#lang");
list?.addEventListener("change", () => list.form?.requestSubmit());
// packages/pages/src/scripts/account-link.ts
const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;
const form = document.querySelector("#form");
const password = document.querySelector("#password");
const token = takeToken();
document.querySelector("main .only-without-scripts")?.setAttribute("hidden", "");
if (form) start(form);
addEventListener("hashchange", () => location.hash.includes("token=") && location.reload());
function takeToken() {
	const found = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
	history.replaceState(null, "", location.pathname + location.search);
	const language = document.querySelector("#lang")?.form;
	if (language && found !== "") language.action = `${location.pathname}#token=${encodeURIComponent(found)}`;
	return found;
}
function start(ask) {
	ask.addEventListener("submit", (event) => {
		event.preventDefault();
		press(ask);
	});
	password?.addEventListener("input", () => showPasswordProblem(false));
	document.querySelector("#reveal")?.addEventListener("click", ({ currentTarget }) => {
		if (currentTarget instanceof HTMLElement) toggle(currentTarget);
	});
	if (token === "") replaceBy("incomplete");
	else document.querySelector("#ask")?.removeAttribute("hidden");
}
async function press(ask) {
	const button = document.querySelector("#send");
	if (!button || button.getAttribute("aria-busy") === "true") return;
	showProblem("");
	if (password && !isLongEnough(password.value)) return showPasswordProblem(true);
	button.setAttribute("aria-busy", "true");
	announce(ask.dataset["working"] ?? "");
	const outcome = await send(ask);
	button.removeAttribute("aria-busy");
	show(ask, outcome);
}
async function send(ask) {
	const body = JSON.stringify({
		token,
		...password && { password: password.value }
	});
	try {
		const answer = await fetch(ask.dataset["operation"] ?? "", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body
		});
		return answer.ok ? "done" : outcomeOf(answer.status, await answer.json());
	} catch {
		return "offline";
	}
}
const outcomes = {
	429: "limited",
	503: "busy"
};
function outcomeOf(status, { details }) {
	const fields = Array.isArray(details) ? details.map((detail) => detail.field) : [];
	if (fields.includes("token")) return "dead";
	if (fields.includes("password")) return "password";
	return outcomes[status] ?? "failed";
}
function show(ask, outcome) {
	if (outcome === "done" || outcome === "dead") return replaceBy(outcome);
	if (outcome === "password") return showPasswordProblem(true);
	showProblem(ask.dataset[outcome] ?? "");
}
function replaceBy(id) {
	if (password) password.value = "";
	document.querySelector("#ask")?.setAttribute("hidden", "");
	const state = document.querySelector(`#${id}`);
	const heading = state?.querySelector("h1");
	state?.removeAttribute("hidden");
	document.title = heading?.textContent ?? document.title;
	heading?.focus();
}
function showProblem(text) {
	const problem = document.querySelector("#problem");
	const words = problem?.querySelector(":scope > span:last-child");
	if (!problem || !words) return;
	words.textContent = text;
	problem.hidden = text === "";
}
function showPasswordProblem(isShown) {
	const hint = document.querySelector("#password-hint");
	const error = document.querySelector("#password-error");
	if (!password || !hint || !error) return;
	hint.hidden = isShown;
	error.hidden = !isShown;
	password.setAttribute("aria-describedby", isShown ? error.id : hint.id);
	password.setAttribute("aria-invalid", String(isShown));
	if (isShown) password.focus();
}
function isLongEnough(text) {
	const { length } = Array.from(text);
	return length >= MIN_PASSWORD && length <= MAX_PASSWORD;
}
function toggle(button) {
	if (!password) return;
	const isShown = password.type === "password";
	password.type = isShown ? "text" : "password";
	button.setAttribute("aria-pressed", String(isShown));
	button.textContent = (isShown ? button.dataset["hide"] : button.dataset["show"]) ?? "";
}
