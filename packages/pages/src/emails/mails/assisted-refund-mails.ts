import { assetOf } from '@gateway/domain/money/asset'
import { emailTexts } from '../../locales/email-texts.ts'
import { formatFiat } from '../../locales/format.ts'
import { refundLetterTexts } from '../../locales/refund-letter-texts.ts'
import type { AssistedRefundLink, RefundArrived } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Block, Fact, Mail } from '../mail.ts'
import { formatMoment } from '../moment.ts'
import { product } from '../product.ts'
import { own, say } from '../words.ts'
import type { PayerTexts, RefundNames } from './payer-texts.ts'
import type { RefundLetterTexts } from './refund-letter-texts.ts'
import { sentences } from './sentences.ts'

/** A letter about a refund that the merchant pays, with its texts and names. */
interface Letter<Facts extends AssistedRefundLink | RefundArrived> {
  readonly facts: Facts
  readonly texts: PayerTexts
  readonly letters: RefundLetterTexts
  readonly names: RefundNames
}

/** The mail with a payer's link to a refund that the merchant pays: it asks for an address, or says that the merchant has named one. */
export function assistedRefundMail(facts: AssistedRefundLink, origin: string): Mail {
  const letter = letterOf(facts)
  return { ...frameOf(letter), ...(facts.address === null ? asking(letter, origin) : telling(letter, origin)) }
}

/** The mail that all of a refund has arrived for good. */
export function refundArrivedMail(facts: RefundArrived, origin: string): Mail {
  const letter = letterOf(facts)
  const { arrived, named, value } = letter.letters
  return {
    ...frameOf(letter),
    subject: subjectOf(letter, arrived.subject),
    preheader: [own(arrived.preheader)],
    title: arrived.title(letter.names),
    blocks: [
      { kind: 'paragraph', words: arrived.help(letter.names) },
      {
        kind: 'facts',
        facts: [
          ...described(letter),
          { name: arrived.received, value: say`${letter.names.amount}` },
          { name: value, value: say`${fiatOf(facts)}` },
        ],
      },
      { kind: 'button', label: named.button, url: `${origin}${facts.path}`, orOpen: letter.texts.orOpen },
    ],
  }
}

type News = Pick<Mail, 'subject' | 'preheader' | 'title' | 'blocks'>

function asking(letter: Letter<AssistedRefundLink>, origin: string): News {
  const { facts, texts, letters, names } = letter
  const { refund } = texts
  return {
    subject: subjectOf(letter, refund.subject),
    preheader: refund.preheader(names),
    title: refund.title(names),
    blocks: [
      { kind: 'paragraph', words: sentences(facts.language, [letters.help(names), [own(refund.ask)]]) },
      { kind: 'facts', facts: offered(letter) },
      { kind: 'button', label: refund.button, url: `${origin}${facts.path}`, orOpen: texts.orOpen },
      warning(letter),
    ],
  }
}

function telling(letter: Letter<AssistedRefundLink>, origin: string): News {
  const { facts, texts, letters, names } = letter
  const { named } = letters
  return {
    subject: subjectOf(letter, named.subject),
    preheader: [own(named.preheader)],
    title: named.title(names),
    blocks: [
      { kind: 'paragraph', words: sentences(facts.language, [letters.help(names), named.compare(names)]) },
      { kind: 'facts', facts: offered(letter) },
      { kind: 'button', label: named.button, url: `${origin}${facts.path}`, orOpen: texts.orOpen },
    ],
  }
}

function letterOf<Facts extends AssistedRefundLink | RefundArrived>(facts: Facts): Letter<Facts> {
  const { language, merchant, to, amount, asset } = facts
  const { ticker, name: coin } = assetOf(asset)
  const names = { merchant, to, amount: `${amount}\u00a0${ticker}`, coin }
  return { facts, texts: emailTexts[language], letters: refundLetterTexts[language], names }
}

type Both = Letter<AssistedRefundLink | RefundArrived>

const frameOf = ({ facts: { language, merchant }, texts, names }: Both): Pick<Mail, 'language' | 'merchant' | 'why' | 'closing'> => ({
  language,
  merchant,
  why: sentences(language, [texts.refund.why(names), texts.replies(merchant)]),
  closing: texts.sentFor(own(product), merchant),
})

const subjectOf = ({ names }: Both, write: RefundLetterTexts['arrived']['subject']): string =>
  fitSubject(names.merchant, (merchant) => write({ merchant, amount: names.amount.replace('\u00a0', ' ') }))

function offered(letter: Letter<AssistedRefundLink>): readonly Fact[] {
  const { facts, texts, letters, names } = letter
  return [
    ...described(letter),
    ...(facts.reason === null ? [] : [{ name: letters.reason, value: say`${facts.reason}` }]),
    { name: texts.refund.youGet, value: say`${names.amount}` },
    { name: letters.value, value: say`${fiatOf(facts)}` },
    { name: letters.networkFee, value: letters.feeOfMerchant(names) },
    { name: texts.refund.paid, value: letters.paidByMerchant(names) },
    { name: texts.refund.worksUntil, value: say`${formatMoment(facts.language, facts.endsAt)}` },
  ]
}

const described = ({ facts: { description }, texts }: Both): readonly Fact[] =>
  description === null ? [] : [{ name: texts.refund.payment, value: say`${description}` }]

const fiatOf = ({ language, price, currency }: AssistedRefundLink | RefundArrived): string => formatFiat(language, price, currency)

const warning = ({ facts: { language }, texts: { refund }, names }: Letter<AssistedRefundLink>): Block => ({
  kind: 'note',
  tone: 'failed',
  title: refund.warning(names),
  words: sentences(language, [[own(refund.consequence)], refund.isKey(names)]),
})
