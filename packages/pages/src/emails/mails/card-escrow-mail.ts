import { formatFiat } from '../../locales/format.ts'
import type { CardEscrowEnding } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Mail } from '../mail.ts'
import { exact, say } from '../words.ts'
import { asOwner, merchantMail, moment } from './merchant-words.ts'

/** The e-mail to a merchant about card money in escrow that is refunded by itself in a week. */
export const cardEscrowEndingMail = (facts: CardEscrowEnding, origin: string): Mail => {
  const { to, business, escrowId, amount, currency, endsAt } = facts
  const held = formatFiat('en', amount, currency)
  return merchantMail(origin, {
    subject: fitSubject(business.name, (name) => `${name}: a card payment in escrow goes back soon`),
    preheader: say`Without a release by ${moment(endsAt)}, ${held} goes back to the card.`,
    title: say`A card payment of ${business.name} is refunded on ${moment(endsAt)}`,
    blocks: [
      {
        kind: 'paragraph',
        words: say`Card money is not held for longer. Release the escrow before then if you have delivered; otherwise it is refunded by itself, whole and without a fee.`,
      },
      {
        kind: 'facts',
        facts: [
          { name: 'Escrow', value: say`${exact(escrowId)}` },
          { name: 'Amount', value: say`${held}` },
          { name: 'Refunded', value: say`${moment(endsAt)}` },
        ],
      },
    ],
    why: asOwner(to, business),
  })
}
