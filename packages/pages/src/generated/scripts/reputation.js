// Written by `npm run docs` from ../../scripts.
// packages/domain/src/identity/formula-terms.ts
const formulaTerms = {
	halfLifeDays: 90,
	half: {
		E: 50,
		P: 25,
		D: 10
	},
	socialCap: 5,
	behaviourPrior: 2,
	disputeFactor: 3,
	diversityDays: 365,
	complianceStart: 80,
	identityCap: 20
};
const scoreShares = {
	E: 30,
	P: 15,
	B: 25,
	D: 10,
	R: 10,
	A: 5,
	C: 5
};
const gamingRules = {
	burst: {
		receipts: 50,
		minutes: 60,
		factor: .7
	},
	low_diversity: {
		moreThan: 10,
		below: .1,
		factor: .5
	}
};
const windowDays = {
	last30Days: 30,
	last90Days: 90,
	allTime: null
};
// packages/domain/src/identity/categories.ts
const baseWeights = {
	"economic.transaction": 10,
	"economic.dispute": -12,
	"economic.refund": 0,
	"productivity.task": 1,
	"productivity.application": 1,
	"productivity.completion": 5,
	"identity.profile_update": .5,
	"identity.verification": 3,
	"social.post": .05,
	"social.comment": .02,
	"social.endorsement": .1,
	"compliance.incident": -5,
	"compliance.violation": -20
};
Object.keys(baseWeights);
const TASK_CATEGORY = "productivity.completion";
const groupOf = (category) => category.slice(0, category.indexOf("."));
// packages/domain/src/identity/receipt.ts
const qualityByOutcome = {
	accepted: 1,
	rejected: 0,
	disputed: 0
};
const LEAST_RATING = 1;
const qualityOfRating = (rating) => (rating - LEAST_RATING) / 4;
const weightOfTask = (rating) => baseWeights[TASK_CATEGORY] * qualityOfRating(rating);
// packages/domain/src/identity/weighed-receipt.ts
const DAY_MS = 864e5;
const UNIDENTIFIED = "unidentified";
function weighReceipts(receipts, now) {
	const ranks = new Map();
	return receipts.toSorted(byCreation).map((receipt) => {
		const counterparty = receipt.counterparty ?? UNIDENTIFIED;
		const rank = (ranks.get(counterparty) ?? 0) + 1;
		ranks.set(counterparty, rank);
		const ageDays = Math.max(0, now.getTime() - receipt.createdAt.getTime()) / DAY_MS;
		const decay = 2 ** (-ageDays / formulaTerms.halfLifeDays);
		return {
			receipt,
			group: groupOf(receipt.category),
			counterparty,
			ageDays,
			decay,
			quality: qualityOf(receipt),
			rank
		};
	});
}
const isDispute = ({ category, outcome }) => category === "economic.dispute" || outcome === "disputed";
const countCounterparties = (receipts) => new Set(receipts.map(({ counterparty }) => counterparty)).size;
function qualityOf({ rating, outcome }) {
	if (rating !== null) return qualityOfRating(rating);
	return Object.hasOwn(qualityByOutcome, outcome) ? qualityByOutcome[outcome] ?? null : null;
}
function byCreation(one, other) {
	const elapsed = one.createdAt.getTime() - other.createdAt.getTime();
	if (elapsed !== 0) return elapsed;
	return one.id < other.id ? -1 : 1;
}
// packages/domain/src/identity/anomalies.ts
const MINUTE_MS = 6e4;
const isRaised = {
	burst: (receipts) => {
		const { receipts: many, minutes } = gamingRules.burst;
		const times = receipts.map(({ receipt }) => receipt.createdAt.getTime());
		return times.some((last, place) => last - (times[place - many + 1] ?? Number.NEGATIVE_INFINITY) <= minutes * MINUTE_MS);
	},
	low_diversity: (receipts) => {
		const { moreThan, below } = gamingRules.low_diversity;
		return receipts.length > moreThan && countCounterparties(receipts) / receipts.length < below;
	}
};
const flagNames = Object.keys(gamingRules);
function findAnomalies(receipts) {
	const flags = flagNames.filter((flag) => isRaised[flag](receipts));
	return {
		flags,
		adjustedWeight: flags.reduce((weight, flag) => weight * gamingRules[flag].factor, 1)
	};
}
// packages/domain/src/identity/trust-vector.ts
const { half, socialCap, behaviourPrior, disputeFactor, diversityDays, complianceStart, identityCap, halfLifeDays } = formulaTerms;
const WHOLE = 100;
const noTrust = {
	E: 0,
	P: 0,
	B: 0,
	D: 0,
	R: 0,
	A: 0,
	C: 0
};
function trustOf(receipts, weight) {
	if (receipts.length === 0) return noTrust;
	const points = pointsByGroup(receipts, weight);
	const good = receipts.filter(({ quality }) => quality !== null && quality > 0);
	return {
		E: saturate(Math.max(0, points.economic), half.E),
		P: saturate(Math.max(0, points.productivity + Math.min(socialCap, points.social)), half.P),
		B: behaviourOf(receipts),
		D: saturate(countCounterparties(good.filter(({ ageDays }) => ageDays <= diversityDays)), half.D),
		R: recencyOf(good),
		A: WHOLE * weight,
		C: clamp(complianceStart + Math.min(identityCap, points.identity) + points.compliance)
	};
}
const saturate = (sum, halfAt) => WHOLE * sum / (sum + halfAt);
const clamp = (value) => Math.min(WHOLE, Math.max(0, value));
function pointsByGroup(receipts, weight) {
	const sums = {
		economic: 0,
		productivity: 0,
		social: 0,
		identity: 0,
		compliance: 0
	};
	for (const one of receipts) sums[one.group] += pointsOf(one, weight);
	return sums;
}
function pointsOf({ receipt, decay, rank }, weight) {
	const points = receipt.base * decay * valueOf(receipt);
	return points > 0 ? points * weight / rank : points;
}
const valueOf = ({ category, amountUsd }) => category === "economic.transaction" ? 1 + Math.log10(1 + (amountUsd ?? 0)) : 1;
function behaviourOf(receipts) {
	let [gain, loss] = [0, 0];
	for (const { receipt, decay, quality } of receipts) {
		if (quality === null) continue;
		gain += decay * quality;
		loss += decay * (1 - quality) * (isDispute(receipt) ? disputeFactor : 1);
	}
	return WHOLE * gain / (gain + loss + behaviourPrior);
}
function recencyOf(good) {
	const last = good.at(-1);
	return last ? WHOLE * 2 ** (-last.ageDays / halfLifeDays) : 0;
}
// packages/domain/src/identity/two-decimals.ts
const DIGITS = 15;
const twoDecimals = (value) => Math.round(Number((value * 100).toPrecision(DIGITS))) / 100;
// packages/domain/src/identity/windows.ts
const isTask = ({ receipt, group }) => receipt.category === "economic.transaction" || group === "productivity";
const windowsOf = (receipts) => ({
	last30Days: figuresOf(within(receipts, windowDays.last30Days)),
	last90Days: figuresOf(within(receipts, windowDays.last90Days)),
	allTime: figuresOf(receipts)
});
const within = (receipts, days) => receipts.filter(({ ageDays }) => ageDays <= days);
function figuresOf(receipts) {
	const tasks = receipts.filter(isTask);
	const accepted = tasks.filter(({ receipt }) => receipt.outcome === "accepted").length;
	const disputed = receipts.filter(({ receipt }) => isDispute(receipt)).length;
	const amounts = tasks.flatMap(({ receipt }) => receipt.amountUsd ?? []);
	const volume = amounts.reduce((sum, amount) => sum + amount, 0);
	return {
		taskCount: tasks.length,
		acceptedCount: accepted,
		acceptedRate: rate(accepted, tasks.length),
		disputedCount: disputed,
		disputeRate: rate(disputed, tasks.length),
		totalVolumeUsd: twoDecimals(volume),
		averageUsd: amounts.length === 0 ? 0 : twoDecimals(volume / amounts.length),
		counterparties: countCounterparties(tasks),
		categories: countCategories(receipts)
	};
}
const rate = (part, whole) => part === 0 ? 0 : Math.min(1, part / Math.max(1, whole));
function countCategories(receipts) {
	const counts = new Map();
	for (const { receipt } of receipts) counts.set(receipt.category, (counts.get(receipt.category) ?? 0) + 1);
	return Object.fromEntries(counts);
}
// packages/domain/src/identity/formula.ts
const components = Object.keys(scoreShares);
function reputationOf(receipts, now) {
	const weighed = weighReceipts(receipts, now);
	const antiGaming = findAnomalies(weighed);
	const trust = trustOf(weighed, antiGaming.adjustedWeight);
	return {
		score: twoDecimals(scoreOf(trust)),
		totalTasks: weighed.filter(isTask).length,
		trustVector: rounded(trust),
		windows: windowsOf(weighed),
		antiGaming
	};
}
const scoreOf = (trust) => components.reduce((sum, name) => sum + scoreShares[name] * trust[name], 0) / 100;
const rounded = ({ E, P, B, D, R, A, C }) => ({
	E: twoDecimals(E),
	P: twoDecimals(P),
	B: twoDecimals(B),
	D: twoDecimals(D),
	R: twoDecimals(R),
	A: twoDecimals(A),
	C: twoDecimals(C)
});
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
// packages/pages/src/scripts/language.ts
const list = document.querySelector("#lang");
list?.addEventListener("change", () => list.form?.requestSubmit());
function baseOf({ kind, category, actionType, rating }) {
	if (kind === "task" && rating !== null) return weightOfTask(rating);
	return kind === "service" && actionType === "card_dispute" ? -50 : baseWeights[category];
}
// packages/domain/src/identity/public-receipt.ts
const countedOf = (receipts) => receipts.filter(({ verified, withdrawn_at: withdrawnAt }) => verified && withdrawnAt === null).map((receipt) => ({
	id: receipt.receipt_id,
	category: receipt.action_category,
	base: baseOf({
		kind: receipt.kind,
		category: receipt.action_category,
		actionType: receipt.action_type,
		rating: receipt.rating
	}),
	outcome: receipt.outcome,
	rating: receipt.rating,
	amountUsd: receipt.amount_usd === null ? null : Number(receipt.amount_usd),
	counterparty: receipt.counterparty_did,
	createdAt: new Date(receipt.created_at)
}));
// packages/pages/src/scripts/public-receipts.ts
var TooManyRequests = class extends Error {};
const PAGE = 100;
const LIMITED = 429;
async function readPublic(path) {
	const answer = await fetch(path);
	if (answer.status === LIMITED) throw new TooManyRequests();
	if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
	return await answer.json();
}
const ATTEMPTS = 3;
async function readReputation(did) {
	const path = `/api/reputation/agent/${encodeURIComponent(did)}/reputation`;
	let published = await readPublic(path);
	for (let attempt = 1;; attempt++) {
		const receipts = await readCounted(did);
		const after = await readPublic(path);
		if (after.version === published.version || attempt === ATTEMPTS) return {
			published,
			receipts
		};
		published = after;
	}
}
async function readCounted(did) {
	const found = [];
	for (let before = "";; before = found.at(-1)?.receipt_id ?? "") {
		const { receipts } = await readPublic(`/api/reputation/receipts?${new URLSearchParams({
			did,
			limit: String(PAGE),
			...before !== "" && { before }
		}).toString()}`);
		found.push(...receipts);
		if (receipts.length < PAGE) return countedOf(found);
	}
}
// packages/pages/src/scripts/reputation.ts
startCopying();
const place = document.querySelector("#recomputation");
const button = document.querySelector("#recompute");
button?.addEventListener("click", () => void press());
async function press() {
	if (!place || !button || button.getAttribute("aria-busy") === "true") return;
	button.setAttribute("aria-busy", "true");
	announce(place.dataset["working"] ?? "");
	show(await recompute(place.dataset["did"] ?? ""));
	button.removeAttribute("aria-busy");
}
async function recompute(did) {
	try {
		const { published, receipts } = await readReputation(did);
		const { score } = reputationOf(receipts, new Date(published.computed_at));
		const result = score === published.score ? "same" : "different";
		const values = {
			score: score.toFixed(2),
			published: published.score.toFixed(2),
			count: String(receipts.length)
		};
		return {
			result,
			sentence: filled(place?.dataset[result], values)
		};
	} catch (error) {
		return {
			result: "not",
			sentence: place?.dataset[error instanceof TooManyRequests ? "limited" : "unread"] ?? ""
		};
	}
}
const filled = (sentence = "", values) => sentence.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
function show({ result, sentence }) {
	for (const name of [
		"same",
		"different",
		"not"
	]) {
		const line = document.querySelector(`#recomputed-${name}`);
		const words = line?.querySelector(":scope > span:last-child");
		if (!line || !words) continue;
		line.hidden = name !== result;
		words.textContent = name === result ? sentence : "";
	}
	announce(sentence);
}
