// Written by `npm run docs` from ../../scripts.
// packages/pages/src/scripts/announce.ts
const PAUSE_MS = 50;
function announce(text) {
	const live = document.getElementById("live");
	if (!live || text === "") return;
	live.textContent = "";
	setTimeout(() => live.textContent = text, PAUSE_MS);
}
// packages/pages/src/scripts/copy.ts
const SHOWN_MS = 2e3;
function startCopying() {
	document.addEventListener("click", (event) => {
		const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
		if (button) copyFrom(button);
	});
}
async function copyFrom(button) {
	if (!await hasCopied(button.dataset["copy"] ?? "")) return;
	announce(button.dataset["done"] ?? "");
	button.classList.add("is-copied");
	setTimeout(() => button.classList.remove("is-copied"), SHOWN_MS);
}
async function hasCopied(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return hasCopiedSelection(text);
	}
}
function hasCopiedSelection(text) {
	const before = document.activeElement;
	const field = document.createElement("textarea");
	field.className = "sr-only";
	field.value = text;
	document.body.append(field);
	field.select();
	const isCopied = document.execCommand("copy");
	field.remove();
	if (before instanceof HTMLElement) before.focus({ preventScroll: true });
	return isCopied;
}
// packages/pages/src/scripts/fetch-page.ts
var OtherPage = class extends Error {};
var Unanswered = class extends Error {
	patience;
	constructor(message, retryAfter = null) {
		super(message);
		this.patience = Number(retryAfter ?? 0) || 0;
	}
};
const TIMEOUT_MS = 1e4;
const ABSENT = [403, 404];
function fetchPage(expected = "#main[data-look]") {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open("GET", location.href);
		request.responseType = "document";
		request.timeout = TIMEOUT_MS;
		request.addEventListener("load", () => {
			const page = request.responseXML;
			if (ABSENT.includes(request.status)) return reject(new OtherPage());
			if (request.status !== 200 || page === null) return reject(new Unanswered(`The page answered ${request.status}`, request.getResponseHeader("Retry-After")));
			return page.querySelector(expected) === null ? reject(new OtherPage()) : resolve(page);
		});
		for (const failure of [
			"error",
			"timeout",
			"abort"
		]) request.addEventListener(failure, () => reject(new Unanswered(`The page met ${failure}`)));
		request.send();
	});
}
// packages/pages/src/scripts/take-over.ts
function takeOver(next) {
	const main = document.getElementById("main");
	const nextMain = next.getElementById("main");
	if (!main || !nextMain) return;
	const focused = document.activeElement;
	for (const container of main.querySelectorAll("[data-parts]")) {
		const fresh = next.getElementById(container.id);
		if (fresh) replaceParts(container, fresh);
	}
	Object.assign(main.dataset, nextMain.dataset);
	document.title = next.title;
	if (focused instanceof HTMLElement && !focused.isConnected) findSuccessor(focused)?.focus({ preventScroll: true });
}
const findSuccessor = ({ id }) => [
	id,
	"headline",
	"amount",
	"h-state"
].map((name) => document.getElementById(name)).find((element) => element !== null);
function replaceParts(container, fresh) {
	const chosen = choicesIn(container);
	const kept = new Map([...container.children].map((part) => [nameOf(part), part]));
	let last;
	for (const part of fresh.children) {
		const old = kept.get(nameOf(part));
		kept.delete(nameOf(part));
		if (old && isSame(old, part)) {
			last = old;
			continue;
		}
		const shown = document.importNode(part, true);
		if (old) old.replaceWith(shown);
		else if (last) last.after(shown);
		else container.prepend(shown);
		last = shown;
	}
	for (const gone of kept.values()) gone.remove();
	restore(chosen);
}
const nameOf = (part) => part.getAttribute("data-part");
function isSame(old, part) {
	const plain = document.importNode(old, true);
	for (const opened of plain.querySelectorAll("details[open]")) opened.removeAttribute("open");
	for (const copied of plain.querySelectorAll(".is-copied")) copied.classList.remove("is-copied");
	return plain.isEqualNode(part);
}
const choicesIn = (container) => [...container.querySelectorAll("details[open], input:checked")].map(({ id }) => id).filter((id) => id !== "");
function restore(ids) {
	for (const id of ids) {
		const element = document.getElementById(id);
		if (element instanceof HTMLDetailsElement) element.open = true;
		if (element instanceof HTMLInputElement) element.checked = true;
	}
}
// packages/pages/src/scripts/start.ts
const LOOK_MS = 2e3;
const START = "#main[data-start]";
startCopying();
if (document.querySelector(START)) lookLater();
function lookLater() {
	setTimeout(() => void (document.hidden ? lookLater() : look().finally(lookLater)), LOOK_MS);
}
async function look() {
	try {
		takeOver(await fetchPage(START));
		document.getElementById("offline")?.setAttribute("hidden", "");
	} catch (error) {
		if (error instanceof OtherPage) location.reload();
		document.getElementById("offline")?.removeAttribute("hidden");
	}
}
