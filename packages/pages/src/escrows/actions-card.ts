import { actionsOf, type EscrowAction } from '@gateway/domain/escrows/actions'
import { html, type Markup, type Part } from '../html.ts'
import { linkTo, type SpokenEscrow } from './escrow-words.ts'

/** What the party may do now, each with what will happen; undefined when there is nothing. Each leads to a question first. */
export function actionsCard(page: SpokenEscrow): Markup | undefined {
  const { t, escrow, role } = page
  const actions = actionsOf(escrow, role)
  if (actions.length === 0) return undefined
  return html`<section class="card" data-part="actions" aria-labelledby="h-actions">
    <div class="card__head"><h2 id="h-actions">${t.whatNow}</h2></div>
    <div class="panel__part">${actions.map((action) => drawAction(page, action))}</div>
  </section>`
}

interface Words {
  readonly title: Part
  readonly help: Part
  readonly step: Part
}

function drawAction(page: SpokenEscrow, action: EscrowAction): Markup {
  const { title, help, step } = words[action](page)
  return html`<div class="act">
    <div>
      <h3>${title}</h3>
      <p>${help}</p>
    </div>
    <a class="${action === 'release' ? 'btn btn--primary' : 'btn'}" id="${action}" href="${linkTo(page, { do: action })}">${step}</a>
  </div>`
}

const words: Readonly<Record<EscrowAction, (page: SpokenEscrow) => Words>> = {
  release: ({ t, coins, payoutUnits, feeUnits }) => ({
    title: t.release,
    help: t.releaseHelp(coins(payoutUnits), coins(feeUnits)),
    step: t.releaseStep,
  }),
  refund: ({ t, coins, escrow }) => ({ title: t.refund, help: t.refundHelp(coins(escrow.amountUnits)), step: t.refundStep }),
  dispute: ({ t }) => ({ title: t.dispute, help: t.disputeHelp, step: t.disputeStep }),
}
