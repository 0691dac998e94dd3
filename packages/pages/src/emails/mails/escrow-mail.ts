import { assetOf } from '@gateway/domain/money/asset'
import { emailTexts } from '../../locales/email-texts.ts'
import { formatFiat } from '../../locales/format.ts'
import type { EscrowOpened } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Mail } from '../mail.ts'
import { formatMoment } from '../moment.ts'
import { product } from '../product.ts'
import { own, say } from '../words.ts'

/** The mail with the depositor's link to an escrow of a series, in English until its texts are translated. */
export function escrowOpenedMail(facts: EscrowOpened, origin: string): Mail {
  const { language, merchant, to, description, period } = facts
  const price = formatFiat(language, facts.price, facts.currency)
  const texts = emailTexts[language]
  const { ticker } = assetOf(facts.asset)
  const amount = `${facts.amount}\u00a0${ticker}`
  const until = formatMoment(language, facts.endsAt)
  return {
    language,
    merchant,
    subject: fitSubject(merchant, (name) => `${name} asks for ${price}: escrow ${period}`),
    preheader: say`${amount}, until ${until}. The money waits until you release it.`,
    title: say`${merchant} asks you for ${price}`,
    blocks: [
      {
        kind: 'paragraph',
        words: say`Pay ${amount} into the escrow. The money waits there: release it once you have what you paid for, or ask for it back.`,
      },
      {
        kind: 'facts',
        facts: [
          ...(description === null ? [] : [{ name: 'For', value: say`${description}` }]),
          { name: 'Amount', value: say`${amount}` },
          { name: 'Payment', value: say`${period}` },
          { name: 'Pay until', value: say`${until}` },
        ],
      },
      { kind: 'button', label: 'Open the escrow', url: `${origin}${facts.path}`, orOpen: texts.orOpen },
      {
        kind: 'note',
        tone: 'failed',
        title: say`Keep this mail to yourself`,
        words: say`Whoever has this link can release the money to ${merchant}. It is sent once.`,
      },
    ],
    why: [...say`You get this because ${merchant} named ${to} as its customer. `, ...texts.replies(merchant)],
    closing: texts.sentFor(own(product), merchant),
  }
}
