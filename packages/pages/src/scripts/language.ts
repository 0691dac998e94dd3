/** Asks for the page in another language as soon as one is chosen. */
const list = document.querySelector<HTMLSelectElement>('#lang')
list?.addEventListener('change', () => list.form?.requestSubmit())

export {}
