import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import { icon } from '../parts/icons.ts'
import { actionsCard } from './actions-card.ts'
import { addressCard, addressReview } from './address-card.ts'
import { auditLog } from './audit-log.ts'
import { confirmStep } from './confirm-step.ts'
import { contractCard } from './contract-card.ts'
import type { EscrowPageView } from './escrow-view.ts'
import { isAwaitingDeposit, type SpokenEscrow, spoken } from './escrow-words.ts'
import { amountsCard, deadlinesCard, partiesCard, transactionsCard } from './fact-cards.ts'
import { liveNotices, liveMain } from './live-main.ts'
import { payCard } from './pay-card.ts'
import { stateCard } from './state-card.ts'

/** The page of an escrow for one of its parties, or the question before an action: a complete document that works without scripts. */
export function escrowPage(view: EscrowPageView): string {
  const page = spoken(view)
  const { t, escrow } = page
  return layout({
    language: view.language,
    nonce: view.nonce,
    theme: view.theme,
    isTest: escrow.mode === 'test' || view.testNetwork !== undefined,
    title: t.title(`${page.bare(escrow.amountUnits)} ${page.ticker}`),
    styles: ['escrow.css'],
    script: 'live.js',
    query: view.query,
    content: contentOf(page),
  })
}

function contentOf(page: SpokenEscrow): Markup {
  const { show } = page
  if (show.step === 'overview') return overview(page)
  return show.step === 'name' ? addressReview(page, show) : confirmStep(page, show)
}

const overview = (page: SpokenEscrow): Markup =>
  html`<main id="main" ${liveMain(page)}>
    ${role(page)} ${liveNotices(page)}
    <div class="escrow">
      <div id="course" data-parts>${stateCard(page)} ${payIn(page)} ${addressCard(page)} ${actionsCard(page)} ${auditLog(page)}</div>
      <div id="facts" data-parts>
        ${amountsCard(page)} ${deadlinesCard(page)} ${partiesCard(page)} ${contractCard(page)} ${transactionsCard(page)}
      </div>
    </div>
  </main>`

/** Who looks, and what that lets them do. */
function role({ t, role: party }: SpokenEscrow): Markup {
  const [who, may] = party === 'depositor' ? [t.youAreDepositor, t.depositorMay] : [t.youAreBeneficiary, t.beneficiaryMay]
  return html`<div class="role">
    ${icon('user')}
    <p><strong>${who}</strong> ${may}</p>
  </div>`
}

const payIn = (page: SpokenEscrow): Markup | undefined =>
  page.role === 'depositor' && page.payIn && isAwaitingDeposit(page) ? payCard(page, page.payIn) : undefined
