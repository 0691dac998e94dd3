import { deadlineOf } from '@gateway/domain/escrows/escrow'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import { html, type Markup, type Part } from '../html.ts'
import { glyph } from '../parts/glyphs.ts'
import { momentOf, type SpokenEscrow, stampOf } from './escrow-words.ts'

/** A state behind the escrow, where it stands, or still to come. */
interface Step {
  readonly state: EscrowState
  /** When it was reached; null when it was not. */
  readonly at: Date | null
  /** Below the name of a state still to come. */
  readonly hint?: Part
  /** One of the two ways off the main line. */
  readonly branch?: 'first' | 'second'
  /** Another name than the one of its state. */
  readonly name?: Part
}

/** The way of an escrow: the states behind it, the one it is in, and those it can still reach. */
export const statesPicture = (page: SpokenEscrow): Markup => {
  const steps = stepsOf(page)
  const main = steps.filter(({ branch }) => branch === undefined)
  return html`<ol class="states" aria-label="${page.t.progress}">
    ${steps.map((step) => drawStep(page, step, step === main.at(-1)))}
  </ol>`
}

function stepsOf(page: SpokenEscrow): Step[] {
  const { createdAt } = page.escrow
  const created: Step = { state: 'created', at: createdAt }
  return [created, ...ways[page.escrow.state](page)]
}

const ways: Readonly<Record<EscrowState, (page: SpokenEscrow) => Step[]>> = {
  created: (page) => [funded(page), ...ahead(page)],
  funded: (page) => [funded(page), ...ahead(page), ...branches(page)],
  disputed: (page) => [funded(page), disputed(page), decision(page)],
  released: (page) => [...behind(page), released(page), settled(page)],
  settled: (page) => [...behind(page), released(page), settled(page)],
  refunded: (page) => [...behind(page), { state: 'refunded', at: page.escrow.refundedAt }],
  expired: ({ escrow }) => [{ state: 'expired', at: escrow.expiresAt }],
}

const funded = ({ escrow }: SpokenEscrow): Step => ({ state: 'funded', at: escrow.fundedAt })
const disputed = ({ escrow }: SpokenEscrow): Step => ({ state: 'disputed', at: escrow.disputedAt })
const released = ({ t, escrow }: SpokenEscrow): Step => ({ state: 'released', at: escrow.releasedAt, hint: t.byDepositor })
const settled = ({ t, escrow, network }: SpokenEscrow): Step => ({ state: 'settled', at: escrow.settledAt, hint: t.finalOn(network) })

const ahead = (page: SpokenEscrow): Step[] => [released(page), settled(page)]

const behind = (page: SpokenEscrow): Step[] => [funded(page), ...(page.escrow.disputedAt === null ? [] : [disputed(page)])]

const branches = ({ t }: SpokenEscrow): Step[] => [
  { state: 'refunded', at: null, hint: t.backToDepositor, branch: 'first', name: t.or(t.states.refunded) },
  { state: 'disputed', at: null, hint: t.within14Days, branch: 'second', name: t.or(t.states.disputed) },
]

function decision(page: SpokenEscrow): Step {
  const due = deadlineOf(page.escrow)
  return { state: 'created', at: null, name: page.t.decision, ...(due && { hint: page.t.by(momentOf(page, due)) }) }
}

function drawStep(page: SpokenEscrow, step: Step, isLast: boolean): Markup {
  const place = placeOf(page, step)
  const below = step.at === null ? step.hint : stampOf(page, step.at)
  const className = [places[place], isLast ? 'is-last' : '', step.branch === undefined ? '' : branchClasses[step.branch]]
  return html`<li class="${className.filter(Boolean).join(' ')}" ${place === 'current' ? html`aria-current="step"` : ''}>
    ${glyph(place === 'passed' ? 'confirmed' : step.state)}<span
      ><b>${step.name ?? page.t.states[step.state]}</b>${below === undefined ? '' : html`<small>${below}</small>`}</span
    >
  </li>`
}

type Place = 'passed' | 'current' | 'ahead'

const places: Readonly<Record<Place, string>> = { passed: 'is-reached is-passed', current: 'is-reached is-current', ahead: '' }
const branchClasses = { first: 'is-branch is-branch--first', second: 'is-branch is-branch--second' } as const

function placeOf({ escrow }: SpokenEscrow, { state, at }: Step): Place {
  if (at === null) return 'ahead'
  return state === escrow.state ? 'current' : 'passed'
}
