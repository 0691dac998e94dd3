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
function setClock(drawnAt, at = performance.now()) {
	Date.parse(drawnAt ?? "") - at;
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
// packages/pages/src/scripts/in-use.ts
const TYPED = "textarea, input:not([type=\"hidden\"], [type=\"radio\"])";
function isInUse() {
	const main = document.getElementById("main");
	if (!main?.querySelector("[data-parts]")) return true;
	return [...main.querySelectorAll(TYPED)].some(({ value }) => value !== "");
}
const untellOfChange = () => document.getElementById("changed")?.setAttribute("hidden", "");
function tellOfChange() {
	const notice = document.getElementById("changed");
	if (!notice?.hidden) return;
	notice.hidden = false;
	announce(notice.querySelector("strong")?.textContent ?? "");
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
// packages/pages/src/scripts/refresh.ts
let running;
let isWanted = false;
let failed$1;
async function refresh() {
	isWanted = true;
	running ??= refreshWhileWanted().then(reach, miss).finally(() => running = void 0);
	await running;
	return failed$1;
}
function reach() {
	failed$1 = void 0;
	document.getElementById("offline")?.setAttribute("hidden", "");
}
function miss(error) {
	failed$1 = {
		failures: (failed$1?.failures ?? 0) + 1,
		patience: error instanceof Unanswered ? error.patience : 0
	};
	document.getElementById("offline")?.removeAttribute("hidden");
}
async function refreshWhileWanted() {
	while (isWanted) {
		isWanted = false;
		try {
			show(await fetchPage());
		} catch (error) {
			if (!(error instanceof OtherPage)) throw error;
			leave();
		}
	}
}
const leave = () => isInUse() ? tellOfChange() : location.reload();
function show(page) {
	if (isKnown(page)) return renewOffline(page);
	if (isInUse() || page.querySelector("[data-parts]") === null) return tellOfChange();
	setClock(page.getElementById("main")?.dataset["now"]);
	const before = spoken();
	takeOver(page);
	renewOffline(page);
	untellOfChange();
	if (spoken() !== before) announce(spoken());
}
function renewOffline(page) {
	const fresh = page.getElementById("offline");
	if (fresh) document.getElementById("offline")?.replaceWith(document.importNode(fresh, true));
}
function isKnown(page) {
	const [shown, version] = [document, page].map((one) => one.getElementById("main")?.dataset["version"]);
	return version !== void 0 && version === shown;
}
const spoken = () => document.getElementById("main")?.dataset["announce"] ?? "";
// packages/pages/src/scripts/retry.ts
const FIRST_SECONDS = 4;
const LEAST_LIMIT_SECONDS = 60;
const MOST_PATIENCE_SECONDS = 3600;
const JITTER = .2;
function retrySeconds({ failures, patience }, lookSeconds, random = Math.random()) {
	const wait = Math.min(FIRST_SECONDS * 2 ** (failures - 1), Math.max(LEAST_LIMIT_SECONDS, lookSeconds));
	return Math.max(wait, Math.min(patience, MOST_PATIENCE_SECONDS)) * (1 + JITTER * random);
}
// packages/pages/src/scripts/follow.ts
const REOPEN_MS = 15e3;
const MS = 1e3;
let stream;
let timer;
let failed;
function follow() {
	openStream();
	lookLater();
	document.addEventListener("visibilitychange", () => void (document.hidden || look()));
	addEventListener("online", () => void look());
	addEventListener("pageshow", ({ persisted }) => void (persisted && look()));
}
async function look() {
	failed = await refresh();
	if (!failed && !isMoving()) closeStream();
	lookLater(failed ? retrySeconds(failed, lookSeconds()) : void 0);
}
function lookLater(seconds = lookSeconds()) {
	clearTimeout(timer);
	if (seconds > 0) timer = setTimeout(() => void (document.hidden ? lookLater() : look()), seconds * MS);
}
function openStream() {
	if (!isMoving()) return;
	stream = new EventSource(`/api/payments/${pageData("payment")}/events`);
	stream.addEventListener("payment", () => void look());
	stream.addEventListener("end", () => {
		closeStream();
		look();
	});
	stream.addEventListener("open", () => void (failed && look()));
	stream.addEventListener("error", () => {
		if (!failed) look();
		if (stream?.readyState !== EventSource.CLOSED) return;
		closeStream();
		setTimeout(openStream, REOPEN_MS);
	});
}
function closeStream() {
	stream?.close();
	stream = void 0;
}
const isMoving = () => [
	"waiting",
	"short",
	"seen"
].includes(pageData("phase") ?? "");
const lookSeconds = () => Number(pageData("look"));
const pageData = (name) => document.getElementById("main")?.dataset[name];
// packages/pages/src/scripts/language.ts
const list = document.querySelector("#lang");
list?.addEventListener("change", () => list.form?.requestSubmit());
// packages/pages/src/scripts/live.ts
startCopying();
follow();
