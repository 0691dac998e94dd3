// Written by `npm run docs` from ../../scripts.
// packages/pages/src/scripts/language.ts
const list = document.querySelector("#lang");
list?.addEventListener("change", () => list.form?.requestSubmit());
