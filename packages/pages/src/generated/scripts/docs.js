// Written by `npm run docs` from ../../scripts.
// packages/pages/src/scripts/docs/choice.ts
function keep(name, value) {
	try {
		localStorage.setItem(name, value);
	} catch {}
}
function kept(name) {
	try {
		return localStorage.getItem(name) ?? void 0;
	} catch {
		return;
	}
}
function tell(text) {
	const region = document.querySelector("#told");
	if (region) region.textContent = text;
}
// packages/pages/src/scripts/docs/code-tabs.ts
const languages = new Set([
	"curl",
	"Node",
	"Python"
]);
function startCodeTabs() {
	choose(kept("docs-language") ?? "curl");
	document.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLInputElement) || !target.closest(".code__tabs") || !languages.has(target.value)) return;
		const before = target.getBoundingClientRect().top;
		choose(target.value);
		keep("docs-language", target.value);
		scrollBy(0, target.getBoundingClientRect().top - before);
	});
}
function choose(language) {
	if (!languages.has(language)) return;
	for (const input of document.querySelectorAll(".code__tabs input")) if (input.value === language) input.checked = true;
}
// packages/pages/src/scripts/docs/copy.ts
const SHOWN_MS = 1600;
function startCopying() {
	if (!("clipboard" in navigator)) return;
	for (const button of document.querySelectorAll("button[data-copy]")) {
		button.hidden = false;
		button.addEventListener("click", () => void copy(button));
	}
}
async function copy(button) {
	try {
		await navigator.clipboard.writeText(button.dataset["copy"] || shownCode(button));
		button.classList.add("is-copied");
		tell("Copied");
		setTimeout(() => button.classList.remove("is-copied"), SHOWN_MS);
	} catch {
		tell("The browser does not allow copying. Select the text and copy it yourself.");
	}
}
function shownCode(button) {
	return [...button.closest(".code")?.querySelectorAll("pre") ?? []].find((text) => text.checkVisibility())?.textContent ?? "";
}
// packages/pages/src/scripts/docs/rank.ts
const groupResults = (found) => [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, entries]) => ({
	kind,
	entries
}));
const wordsOf = (query) => query.toLowerCase().split(/\s+/).filter(Boolean);
function findEntries(entries, query, most) {
	const words = wordsOf(query);
	if (words.length === 0) return [];
	const text = words.join(" ");
	return entries.filter(({ title, page, about }) => {
		const whole = `${title} ${about} ${page}`.toLowerCase();
		return words.every((word) => whole.includes(word));
	}).map((entry, place) => ({
		entry,
		place,
		rank: rankOf(entry.title.toLowerCase(), words, text)
	})).toSorted((one, other) => one.rank - other.rank || one.place - other.place).slice(0, most).map(({ entry }) => entry);
}
function rankOf(title, words, text) {
	if (title === text) return 0;
	if (title.startsWith(text)) return 1;
	if (words.every((word) => title.includes(word))) return 2;
	return words.some((word) => title.includes(word)) ? 3 : 4;
}
function markedParts(text, query) {
	const words = wordsOf(query).map((word) => word.replace(/[^\w]/g, "\\$&"));
	return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join("|")})`, "gi"));
}
// packages/pages/src/scripts/docs/filter.ts
function startFilter() {
	const filter = document.querySelector("[data-filter]");
	const field = filter?.querySelector("input");
	const count = filter?.querySelector("output");
	const none = document.querySelector(".filter__none");
	const rows = [...document.querySelectorAll("#codes-table tbody tr")];
	if (!filter || !field || !count || !none) return;
	const apply = () => {
		const words = wordsOf(field.value);
		for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
		const left = rows.filter((row) => !row.hidden).length;
		count.textContent = left === rows.length ? `${rows.length} codes` : `${left} of ${rows.length} codes`;
		none.hidden = left > 0;
	};
	field.addEventListener("input", apply);
	filter.hidden = false;
	apply();
}
// packages/pages/src/scripts/docs/reading.ts
const LINE = .25;
function startReading() {
	const links = [...document.querySelectorAll(".toc a, .docnav ul ul a")];
	const heads = [...document.querySelectorAll(".prose :is(h2, h3)[id]")];
	if (links.length === 0 || heads.length === 0) return;
	const mark = () => {
		const here = (heads.filter((head) => head.getBoundingClientRect().top < innerHeight * LINE).at(-1) ?? heads[0])?.id;
		for (const link of links) link.classList.toggle("is-here", decodeURIComponent(link.hash) === `#${here}`);
	};
	addEventListener("scroll", mark, { passive: true });
	mark();
}
// packages/pages/src/scripts/docs/search-results.ts
function resultElements(groups, query) {
	if (groups.length === 0) return [nothing(query)];
	const made = groups.map(({ kind, entries }) => groupElement(kind, entries.map((entry) => resultElement(entry, query))));
	made.flatMap((group) => [...group.querySelectorAll("a")]).forEach((link, at) => void (link.id = `hit-${at}`));
	return made;
}
function groupElement(kind, results) {
	const group = element("div");
	group.setAttribute("role", "group");
	group.setAttribute("aria-label", kind);
	const title = element("p", "found__group", kind);
	title.setAttribute("aria-hidden", "true");
	group.append(title, ...results);
	return group;
}
function resultElement({ title, page, href, about }, query) {
	const link = document.createElement("a");
	link.href = href;
	link.tabIndex = -1;
	link.setAttribute("role", "option");
	link.append(marked("b", title, query), element("small", void 0, page), marked("span", about, query));
	return link;
}
function nothing(query) {
	const none = element("div", "found__none");
	none.append(element("b", void 0, `Nothing for “${query}”`), element("p", "hint", "Try an error code, an event name or a path such as /api/payments."));
	return none;
}
function marked(name, text, query) {
	const whole = element(name);
	markedParts(text, query).forEach((part, at) => whole.append(at % 2 === 1 ? element("mark", void 0, part) : part));
	return whole;
}
function element(name, className, text) {
	const made = document.createElement(name);
	if (className !== void 0) made.className = className;
	if (text !== void 0) made.textContent = text;
	return made;
}
// packages/pages/src/scripts/docs/search-panel.ts
const MOST = 8;
function searchPanel({ find, field, found }) {
	let place = 0;
	const links = () => found.hidden ? [] : [...found.querySelectorAll("a")];
	const close = () => {
		found.hidden = true;
		field.setAttribute("aria-expanded", "false");
		field.removeAttribute("aria-activedescendant");
		find.classList.remove("is-open");
	};
	const mark = () => {
		links().forEach((link, at) => link.setAttribute("aria-selected", String(at === place)));
		if (links().length > 0) field.setAttribute("aria-activedescendant", `hit-${place}`);
		else field.removeAttribute("aria-activedescendant");
	};
	return {
		show(entries) {
			const query = field.value.trim();
			const hits = findEntries(entries, query, MOST);
			found.replaceChildren(...resultElements(groupResults(hits), query));
			found.hidden = false;
			field.setAttribute("aria-expanded", "true");
			place = 0;
			mark();
			tell(hits.length === 1 ? "1 result" : `${hits.length} results`);
		},
		close,
		move(step) {
			place = (place + step + links().length) % Math.max(1, links().length);
			mark();
			links()[place]?.scrollIntoView({ block: "nearest" });
		},
		chosen: () => links()[place]
	};
}
// packages/pages/src/scripts/docs/search-box.ts
const INDEX = "/docs/search.json";
function startSearch() {
	const find = document.querySelector(".find");
	const field = find?.querySelector("input");
	const found = find?.querySelector(".found");
	if (!find || !field || !found) return;
	const parts = {
		find,
		field,
		found
	};
	nameField(field);
	const panel = searchPanel(parts);
	const refresh = () => void refreshPanel(parts, panel);
	field.addEventListener("focus", refresh);
	field.addEventListener("input", refresh);
	field.addEventListener("keydown", (event) => {
		if (followKey(event.key, panel)) event.preventDefault();
	});
	document.addEventListener("click", ({ target }) => {
		if (target instanceof Node && !find.contains(target)) panel.close();
	});
	startOpening(parts, panel);
}
let entries;
async function refreshPanel({ field }, panel) {
	try {
		entries ??= fetch(INDEX).then((answer) => answer.json());
		const known = await entries;
		if (field.value.trim() === "") panel.close();
		else panel.show(known);
	} catch {
		entries = void 0;
	}
}
function followKey(key, panel) {
	const link = panel.chosen();
	const step = {
		ArrowDown: 1,
		ArrowUp: -1
	}[key];
	if (step !== void 0) panel.move(step);
	else if (key === "Escape") panel.close();
	else if (key === "Enter" && link) link.click();
	else return false;
	return true;
}
function nameField(field) {
	field.setAttribute("role", "combobox");
	field.setAttribute("aria-autocomplete", "list");
	field.setAttribute("aria-controls", "found");
	field.setAttribute("aria-expanded", "false");
}
function startOpening({ find, field }, panel) {
	const open = (event) => {
		event.preventDefault();
		find.classList.add("is-open");
		field.focus();
	};
	for (const part of find.querySelectorAll(".kbd, .find__close")) part.hidden = false;
	find.querySelector(".find__close")?.addEventListener("click", () => panel.close());
	document.querySelector(".docbar__open")?.addEventListener("click", (event) => {
		event.stopPropagation();
		open(event);
	});
	document.addEventListener("keydown", (event) => {
		const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
		if (event.key === "/" && !isTyping || event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) open(event);
	});
}
// packages/pages/src/scripts/docs/theme.ts
const root = document.documentElement;
const chosen = kept("docs-theme");
if (chosen === "light" || chosen === "dark") root.dataset["theme"] = chosen;
function startTheme() {
	const button = document.querySelector(".theme");
	if (!button) return;
	const isDark = () => (root.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
	const name = () => button.setAttribute("aria-label", isDark() ? "Use the light theme" : "Use the dark theme");
	button.addEventListener("click", () => {
		const theme = isDark() ? "light" : "dark";
		root.dataset["theme"] = theme;
		keep("docs-theme", theme);
		name();
	});
	name();
	button.hidden = false;
}
// packages/pages/src/scripts/docs/docs.ts
startTheme();
startCodeTabs();
startCopying();
startFilter();
startReading();
startSearch();
