import type { Markup } from '../../html.ts'
import { layout } from '../../layout.ts'
import { refundOffer } from './refund-offer.ts'
import { refundProgress } from './refund-progress.ts'
import { refundReview } from './refund-review.ts'
import { namesOf, wordsOf } from './refund-words.ts'
import type { RefundView } from './refund-view.ts'

/**
 * The page of a payer's refund link: what is held and why, the form for an address, the question before it is claimed, and what became of it.
 * Its forms post to the address they are on, so the token is nowhere in the markup.
 */
export const refundPage = (view: RefundView): string =>
  layout({
    language: view.language,
    nonce: view.nonce,
    theme: view.theme,
    title: wordsOf(view).title(view.refund.businessName),
    merchant: view.refund.businessName,
    isTest: view.refund.mode === 'test',
    styles: ['links.css'],
    content: contentOf(view),
  })

/** The form is shown only while an address is asked for and there is something to send. */
function contentOf(view: RefundView): Markup {
  const { refund, show } = view
  const isOpen = refund.state === 'offered' && refund.units > 0n
  if (!isOpen || show.step === 'progress') return refundProgress(view, namesOf(view), show.step === 'progress' && show.isTaken === true)
  return show.step === 'review' ? refundReview(view, show) : refundOffer(view, show)
}
