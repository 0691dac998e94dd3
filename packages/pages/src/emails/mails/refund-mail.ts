import { assetOf } from '@gateway/domain/money/asset'
import { emailTexts } from '../../locales/email-texts.ts'
import type { RefundLink } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Block, Mail } from '../mail.ts'
import { formatHours, formatMoment } from '../moment.ts'
import type { PayerTexts, RefundNames } from './payer-texts.ts'
import { product } from '../product.ts'
import { own, say } from '../words.ts'
import { sentences } from './sentences.ts'

/** The mail with a payer's link to a refund, in the payer's language. */
export function refundLinkMail(facts: RefundLink, origin: string): Mail {
  const { language, merchant, to, asset, reason } = facts
  const texts = emailTexts[language]
  const { refund } = texts
  const names = { merchant, to, amount: `${facts.amount}\u00a0${assetOf(asset).ticker}`, coin: assetOf(asset).name }
  return {
    language,
    merchant,
    subject: fitSubject(merchant, (name) => refund.subject({ merchant: name, amount: names.amount.replace('\u00a0', ' ') })),
    preheader: refund.preheader(names),
    title: refund.title(names),
    blocks: [
      { kind: 'paragraph', words: sentences(language, [refund.reasons[reason](names), [own(refund.ask)]]) },
      { kind: 'facts', facts: factsOf(facts, refund, names) },
      { kind: 'button', label: refund.button, url: `${origin}${facts.path}`, orOpen: texts.orOpen },
      {
        kind: 'note',
        tone: 'failed',
        title: refund.warning(names),
        words: sentences(language, [[own(refund.consequence)], refund.isKey(names)]),
      },
    ],
    why: sentences(language, [refund.why(names), texts.replies(merchant)]),
    closing: texts.sentFor(own(product), merchant),
  }
}

function factsOf(
  { language, description, holdHours, endsAt }: RefundLink,
  texts: PayerTexts['refund'],
  names: RefundNames,
): Extract<Block, { kind: 'facts' }>['facts'] {
  const paid = holdHours === 0 ? [own(texts.paidAtOnce)] : texts.paidAfter(formatHours(language, holdHours))
  return [
    ...(description === null ? [] : [{ name: texts.payment, value: say`${description}` }]),
    { name: texts.youGet, value: texts.lessNetworkFee(names) },
    { name: texts.ourFee, value: [own(texts.none)] },
    { name: texts.paid, value: paid },
    { name: texts.worksUntil, value: say`${formatMoment(language, endsAt)}` },
  ]
}
