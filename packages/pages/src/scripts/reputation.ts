import { reputationOf } from '@gateway/domain/identity/formula'
import { announce } from './announce.ts'
import { startCopying } from './copy.ts'
import './language.ts'
import { readReputation, TooManyRequests } from './public-receipts.ts'

/** The public profile of a DID with scripts: it copies, and computes the score again from the public receipts. */
startCopying()
const place = document.querySelector<HTMLElement>('#recomputation')
const button = document.querySelector<HTMLButtonElement>('#recompute')
button?.addEventListener('click', () => void press())

/** While receipts are read the button does nothing. */
async function press(): Promise<void> {
  if (!place || !button || button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  announce(place.dataset['working'] ?? '')
  show(await recompute(place.dataset['did'] ?? ''))
  button.removeAttribute('aria-busy')
}

type Result = 'same' | 'different' | 'not'

interface Told {
  readonly result: Result
  readonly sentence: string
}

/** The score of this browser beside the published one, both at the moment that the service has computed it. */
async function recompute(did: string): Promise<Told> {
  try {
    const { published, receipts } = await readReputation(did)
    const { score } = reputationOf(receipts, new Date(published.computed_at))
    const result = score === published.score ? 'same' : 'different'
    const values = { score: score.toFixed(2), published: published.score.toFixed(2), count: String(receipts.length) }
    return { result, sentence: filled(place?.dataset[result], values) }
  } catch (error) {
    return { result: 'not', sentence: place?.dataset[error instanceof TooManyRequests ? 'limited' : 'unread'] ?? '' }
  }
}

const filled = (sentence = '', values: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

function show({ result, sentence }: Told): void {
  for (const name of ['same', 'different', 'not'] satisfies Result[]) {
    const line = document.querySelector<HTMLElement>(`#recomputed-${name}`)
    const words = line?.querySelector(':scope > span:last-child')
    if (!line || !words) continue
    line.hidden = name !== result
    words.textContent = name === result ? sentence : ''
  }
  announce(sentence)
}
