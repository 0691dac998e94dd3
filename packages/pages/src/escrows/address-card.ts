import { awaitsDepositor, mayNameAddress } from '@gateway/domain/escrows/actions'
import { html, type Markup } from '../html.ts'
import { formatHours } from '../locales/format-hours.ts'
import { refundTexts } from '../locales/refund-texts.ts'
import { groupedAddress } from '../parts/address.ts'
import { named } from '../parts/amount.ts'
import { icon } from '../parts/icons.ts'
import { addressField } from '../payments/refund/address-field.ts'
import type { AddressReview } from './escrow-view.ts'
import { linkTo, type SpokenEscrow } from './escrow-words.ts'
import { liveNotices, liveMain } from './live-main.ts'

/** Asks the depositor where money goes back to; undefined where that is known, or another party looks. A wrong address is kept, with the problem. */
export function addressCard(page: SpokenEscrow): Markup | undefined {
  const { t, escrow, role, now, network, show, formToken } = page
  if (!mayNameAddress(escrow, { role, now })) return undefined
  const texts = refundTexts[page.language]
  return html`<section class="card" data-part="address" aria-labelledby="h-address">
    <div class="card__head"><h2 id="h-address">${t.nameAddress}</h2></div>
    <div class="panel__part">
      <form method="post" class="stack" novalidate>
        <p>${awaitsDepositor(escrow) ? t.nameFirstHelp : t.nameAddressHelp}</p>
        <input type="hidden" name="form_token" value="${formToken}" />
        ${addressField({ t: texts, network }, 'problem' in show && 'typed' in show ? show : {})}
        <button class="btn" name="action" value="check_address">${texts.check}</button>
      </form>
    </div>
  </section>`
}

/** The whole address and every consequence once more, before it is named. The safe button comes first. */
export function addressReview(page: SpokenEscrow, { address, holdHours }: AddressReview): Markup {
  const { t, language, formToken } = page
  const texts = refundTexts[language]
  return html`<main id="main" class="gate" ${liveMain(page)}>
    <div class="gate__card gate__card--wide">
      ${liveNotices(page)}
      <div>
        <h1>${t.nameAsk}</h1>
        <p>${texts.reviewHelp}</p>
      </div>
      <ul class="consequence">
        <li>${icon('arrowleft', { flips: true })}<span>${groupedAddress(address)}</span></li>
        ${holdHours === 0 ? '' : html`<li>${icon('clock')}<span>${t.nameWait(named(formatHours(language, holdHours)))}</span></li>`}
        <li>${icon('lock')}<span>${t.nameOnce}</span></li>
      </ul>
      <form method="post" class="stack">
        <input type="hidden" name="form_token" value="${formToken}" />
        <input type="hidden" name="address" value="${address}" />
        <div class="row row--wrap decide">
          <a class="btn grow" id="keep" href="${linkTo(page)}">${texts.change}</a>
          <button class="btn btn--primary grow" name="action" value="name_address">${t.nameNow}</button>
        </div>
      </form>
    </div>
  </main>`
}
