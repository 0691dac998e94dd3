import { assetOf } from '@gateway/domain/money/asset'
import { emailTexts } from '../../locales/email-texts.ts'
import type { DisputeEnding, DisputeReminder } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Mail } from '../mail.ts'
import { formatMoment } from '../moment.ts'
import { product } from '../product.ts'
import { exact, own, say, type Words } from '../words.ts'
import { described } from './escrow-mail.ts'
import { asOwner, merchantMail, moment } from './merchant-words.ts'

/** The mail to a customer whose disputed escrow goes back in two days, in English until its texts are translated. */
export function disputeEndingMail(facts: DisputeEnding): Mail {
  const { language, merchant, to, description, period } = facts
  const texts = emailTexts[language]
  const [amount, until] = [amountOf(facts), formatMoment(language, facts.endsAt)]
  return {
    language,
    merchant,
    subject: fitSubject(merchant, (name) => `${name}: the dispute of escrow ${period} ends soon`),
    preheader: say`Without a decision by ${until}, ${amount} goes back to you.`,
    title: say`Your dispute with ${merchant} ends on ${until}`,
    blocks: [
      {
        kind: 'paragraph',
        words: say`Unless it is decided before, the money goes back to you, to the address that was named for it. Without one it waits until you name yours. ${own(STILL_OPEN)}`,
      },
      {
        kind: 'facts',
        facts: [
          ...described(description),
          { name: 'Amount', value: say`${amount}` },
          { name: 'Payment', value: say`${period}` },
          { name: 'Decision due', value: say`${until}` },
        ],
      },
    ],
    why: [...say`You get this because ${merchant} named ${to} as its customer. `, ...texts.replies(merchant)],
    closing: texts.sentFor(own(product), merchant),
  }
}

const STILL_OPEN =
  'You can still release it to the merchant: the link in the mail that asked you to pay opens its page. This mail has no link, because that one is yours alone.'

/** The e-mail to a merchant about a disputed escrow that is refunded to its depositor in two days. */
export const disputeReminderMail = (facts: DisputeReminder, origin: string): Mail => {
  const { to, business, escrowId, endsAt } = facts
  return merchantMail(origin, {
    subject: fitSubject(business.name, (name) => `${name}: a disputed escrow goes back soon`),
    preheader: say`Without a decision by ${moment(endsAt)}, the depositor gets ${amountOf(facts)} back.`,
    title: say`A dispute of ${business.name} ends without a decision`,
    blocks: [
      { kind: 'paragraph', words: consequence },
      {
        kind: 'facts',
        facts: [
          { name: 'Escrow', value: say`${exact(escrowId)}` },
          { name: 'Amount', value: say`${amountOf(facts)}` },
          { name: 'Decision due', value: say`${moment(endsAt)}` },
        ],
      },
    ],
    why: asOwner(to, business),
  })
}

const consequence: Words = say`Until then the depositor can release the escrow, and the operators of this gateway can decide it. After that it is refunded by itself, whole and without a fee.`

const amountOf = ({ amount, asset }: Pick<DisputeEnding, 'amount' | 'asset'>): string => `${amount}\u00a0${assetOf(asset).ticker}`
