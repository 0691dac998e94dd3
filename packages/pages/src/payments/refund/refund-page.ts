import type { Markup } from '../../html.ts'
import { layout } from '../../layout.ts'
import { refundOffer } from './refund-offer.ts'
import { refundProgress } from './refund-progress.ts'
import { refundReview } from './refund-review.ts'
import type { RefundView } from './refund-view.ts'
import { type SpokenRefund, spoken } from './refund-words.ts'

/**
 * The page of a payer's refund link: the held amount and the reason, the form for an address, the question before it is claimed, and the progress.
 * Its forms post to the address they are on, so the token is nowhere in the markup.
 */
export function refundPage(view: RefundView): string {
  const { language, nonce, theme, refund } = view
  const page = spoken(view)
  return layout({
    language,
    nonce,
    theme,
    title: page.t.title(refund.businessName),
    merchant: refund.businessName,
    isTest: refund.mode === 'test' || page.isTestNetwork,
    styles: ['links.css'],
    content: contentOf(page),
  })
}

/** An address is asked for only while there is something to send. */
function contentOf(page: SpokenRefund): Markup {
  const { refund, show } = page
  const isOpen = refund.state === 'offered' && refund.units > 0n
  if (!isOpen || show.step === 'progress') return refundProgress(page, show.step === 'progress' && show.isTaken === true)
  return show.step === 'review' ? refundReview(page, show) : refundOffer(page, show)
}
