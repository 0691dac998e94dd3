import { assetOf } from '@gateway/domain/money/asset'
import { emailTexts } from '../../locales/email-texts.ts'
import { formatFiat } from '../../locales/format.ts'
import type { EscrowLink } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Block, Mail } from '../mail.ts'
import { formatMoment } from '../moment.ts'
import { product } from '../product.ts'
import { own, say, type Words } from '../words.ts'

/** The mails with the depositor's link to an escrow of a series, in English until their texts are translated. */
export function escrowLinkMail(facts: EscrowLink, origin: string): Mail {
  const { language, merchant, to } = facts
  const texts = emailTexts[language]
  return {
    language,
    merchant,
    ...tellings[facts.kind](namesOf(facts)),
    blocks: [
      ...(facts.asksForAddress ? [{ kind: 'paragraph' as const, words: say`${own(texts.nameFirst)}` }] : []),
      {
        kind: 'paragraph',
        words: say`Pay ${amountOf(facts)} into the escrow. The money waits there: release it once you have what you paid for, or ask for it back.`,
      },
      factsOf(facts),
      { kind: 'button', label: 'Open the escrow', url: `${origin}${facts.path}`, orOpen: texts.orOpen },
      {
        kind: 'note',
        tone: 'failed',
        title: say`Keep this mail to yourself`,
        words: say`Whoever has this link can release the money to ${merchant}. It is sent to nobody else.`,
      },
    ],
    why: [...say`You get this because ${merchant} named ${to} as its customer. `, ...texts.replies(merchant)],
    closing: texts.sentFor(own(product), merchant),
  }
}

interface Names {
  readonly merchant: string
  readonly price: string
  readonly amount: string
  readonly period: number
  readonly until: string
}

type Telling = (names: Names) => Pick<Mail, 'subject' | 'preheader' | 'title'>

const tellings: Readonly<Record<EscrowLink['kind'], Telling>> = {
  escrow_opened: ({ merchant, price, amount, period, until }) => ({
    subject: fitSubject(merchant, (name) => `${name} asks for ${price}: escrow ${period}`),
    preheader: say`${amount}, until ${until}. The money waits until you release it.`,
    title: say`${merchant} asks you for ${price}`,
  }),
  escrow_ending: ({ merchant, price, amount, period, until }) => ({
    subject: fitSubject(merchant, (name) => `${name}: escrow ${period} of ${price} ends soon`),
    preheader: say`It waits for ${amount} until ${until}, and then ends.`,
    title: say`Your escrow with ${merchant} ends unpaid on ${until}`,
  }),
}

const amountOf = ({ amount, asset }: EscrowLink): string => `${amount}\u00a0${assetOf(asset).ticker}`

const namesOf = (facts: EscrowLink): Names => ({
  merchant: facts.merchant,
  price: formatFiat(facts.language, facts.price, facts.currency),
  amount: amountOf(facts),
  period: facts.period,
  until: formatMoment(facts.language, facts.endsAt),
})

const factsOf = (facts: EscrowLink): Block => ({
  kind: 'facts',
  facts: [
    ...described(facts.description),
    { name: 'Amount', value: say`${amountOf(facts)}` },
    { name: 'Payment', value: say`${facts.period}` },
    { name: 'Pay until', value: say`${formatMoment(facts.language, facts.endsAt)}` },
  ],
})

/** What a merchant called a series, where it has a name. */
export const described = (description: string | null): { name: string; value: Words }[] =>
  description === null ? [] : [{ name: 'For', value: say`${description}` }]
