import { announce } from './announce.ts'
import './language.ts'

/** What became of pressing the button; the last four leave the form usable. */
type Outcome = 'done' | 'dead' | 'password' | 'limited' | 'busy' | 'offline' | 'failed'

const MIN_PASSWORD = 8
const MAX_PASSWORD = 128

const form = document.querySelector<HTMLFormElement>('#form')
const password = document.querySelector<HTMLInputElement>('#password')
const token = takeToken()

// Older browsers do not hide it by themselves.
document.querySelector('main .only-without-scripts')?.setAttribute('hidden', '')
if (form) start(form)
// The link may be pasted over the open page, which by itself loads nothing anew.
addEventListener('hashchange', () => location.hash.includes('token=') && location.reload())

/** The token leaves the address bar and the history at once; changing the language takes it along. */
function takeToken(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  history.replaceState(null, '', location.pathname + location.search)
  const language = document.querySelector<HTMLSelectElement>('#lang')?.form
  if (language && found !== '') language.action = `${location.pathname}#token=${encodeURIComponent(found)}`
  return found
}

function start(ask: HTMLFormElement): void {
  ask.addEventListener('submit', (event) => {
    event.preventDefault()
    void press(ask)
  })
  password?.addEventListener('input', () => showPasswordProblem(false))
  document.querySelector('#reveal')?.addEventListener('click', ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) toggle(currentTarget)
  })
  if (token === '') replaceBy('incomplete')
  else document.querySelector('#ask')?.removeAttribute('hidden')
}

/** Nothing is sent before this. While an answer is awaited the button does nothing. */
async function press(ask: HTMLFormElement): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('#send')
  if (!button || button.getAttribute('aria-busy') === 'true') return
  showProblem('')
  if (password && !isLongEnough(password.value)) return showPasswordProblem(true)
  button.setAttribute('aria-busy', 'true')
  announce(ask.dataset['working'] ?? '')
  const outcome = await send(ask)
  button.removeAttribute('aria-busy')
  show(ask, outcome)
}

async function send(ask: HTMLFormElement): Promise<Outcome> {
  const body = JSON.stringify({ token, ...(password && { password: password.value }) })
  try {
    const answer = await fetch(ask.dataset['operation'] ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return answer.ok ? 'done' : outcomeOf(answer.status, await answer.json())
  } catch {
    return 'offline'
  }
}

const outcomes: Readonly<Record<number, Outcome>> = { 429: 'limited', 503: 'busy' }

/** A refused field is named in the answer’s details. */
function outcomeOf(status: number, { details }: { details?: unknown }): Outcome {
  const fields = Array.isArray(details) ? details.map((detail: { field?: unknown }) => detail.field) : []
  if (fields.includes('token')) return 'dead'
  if (fields.includes('password')) return 'password'
  return outcomes[status] ?? 'failed'
}

function show(ask: HTMLFormElement, outcome: Outcome): void {
  if (outcome === 'done' || outcome === 'dead') return replaceBy(outcome)
  if (outcome === 'password') return showPasswordProblem(true)
  showProblem(ask.dataset[outcome] ?? '')
}

/** Shows a state instead of the form, and forgets the password. */
function replaceBy(id: 'done' | 'dead' | 'incomplete'): void {
  if (password) password.value = ''
  document.querySelector('#ask')?.setAttribute('hidden', '')
  const state = document.querySelector<HTMLElement>(`#${id}`)
  const heading = state?.querySelector('h1')
  state?.removeAttribute('hidden')
  document.title = heading?.textContent ?? document.title
  heading?.focus()
}

function showProblem(text: string): void {
  const problem = document.querySelector<HTMLElement>('#problem')
  const words = problem?.querySelector(':scope > span:last-child')
  if (!problem || !words) return
  words.textContent = text
  problem.hidden = text === ''
}

/** The error replaces the hint, and takes its place as the description of the field. */
function showPasswordProblem(isShown: boolean): void {
  const hint = document.querySelector<HTMLElement>('#password-hint')
  const error = document.querySelector<HTMLElement>('#password-error')
  if (!password || !hint || !error) return
  hint.hidden = isShown
  error.hidden = !isShown
  password.setAttribute('aria-describedby', isShown ? error.id : hint.id)
  password.setAttribute('aria-invalid', String(isShown))
  if (isShown) password.focus()
}

/** Characters are counted as the API counts them: code points. */
function isLongEnough(text: string): boolean {
  const { length } = Array.from(text)
  return length >= MIN_PASSWORD && length <= MAX_PASSWORD
}

function toggle(button: HTMLElement): void {
  if (!password) return
  const isShown = password.type === 'password'
  password.type = isShown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(isShown))
  button.textContent = (isShown ? button.dataset['hide'] : button.dataset['show']) ?? ''
}
