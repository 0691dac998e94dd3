import { cardReceiptTexts } from '../../locales/card-receipt-texts.ts'
import { emailTexts } from '../../locales/email-texts.ts'
import { formatFiat } from '../../locales/format.ts'
import type { CardReceipt } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Mail } from '../mail.ts'
import { formatMoment } from '../moment.ts'
import { product } from '../product.ts'
import { exact, own, say } from '../words.ts'
import { sentences } from './sentences.ts'

/** The receipt of a card payment or of a refund to the card, in the customer's language. */
export function cardReceiptMail(facts: CardReceipt): Mail {
  const { kind, language, merchant, to, description, reference, at } = facts
  const [texts, receipt] = [emailTexts[language], cardReceiptTexts[language]]
  const news = receipt[kind]
  const names = { merchant, to, amount: formatFiat(language, facts.amount, facts.currency) }
  return {
    language,
    merchant,
    subject: fitSubject(merchant, (name) => news.subject({ merchant: name, amount: names.amount })),
    preheader: news.help(names),
    title: news.title(names),
    blocks: [
      { kind: 'paragraph', words: news.help(names) },
      {
        kind: 'facts',
        facts: [
          ...(description === null ? [] : [{ name: texts.refund.payment, value: say`${description}` }]),
          { name: receipt.amount, value: say`${names.amount}` },
          { name: receipt.date, value: say`${formatMoment(language, at)}` },
          { name: receipt.reference, value: say`${exact(reference)}` },
        ],
      },
    ],
    why: sentences(language, [receipt.why(names), texts.replies(merchant)]),
    closing: texts.sentFor(own(product), merchant),
  }
}
