import type { AskedStage } from '@gateway/domain/invoices/reminder'
import { invoiceLetterTexts } from '../../locales/invoice-letter-texts.ts'
import { emailTexts } from '../../locales/email-texts.ts'
import { formatDay, formatFiat } from '../../locales/format.ts'
import type { InvoiceLetter } from '../email-facts.ts'
import { fitSubject } from '../inserted-text.ts'
import type { Block, Fact, Mail } from '../mail.ts'
import { product } from '../product.ts'
import { own, say } from '../words.ts'
import type { InvoiceLetterTexts, InvoiceNames } from './invoice-letter-texts.ts'
import { sentences } from './sentences.ts'

/** A letter about an invoice to its client, in the client's language, with the document attached. */
export function invoiceMail(facts: InvoiceLetter, origin: string): Mail {
  const { language, merchant, path } = facts
  const [texts, letters] = [emailTexts[language], invoiceLetterTexts[language]]
  const names = namesOf(facts)
  const letter = letters[tellingOf(facts)]
  const isOpen = facts.kind === 'invoice_sent' || facts.kind === 'invoice_reminder'
  return {
    language,
    merchant,
    subject: fitSubject(merchant, (name) => letter.subject({ ...names, merchant: name })),
    preheader: sentences(language, [letter.help(names), [own(letters.attached)]]),
    title: letter.title(names),
    blocks: [
      { kind: 'paragraph', words: sentences(language, [letter.help(names), [own(letters.attached)]]) },
      { kind: 'facts', facts: factsOf(facts, letters, names) },
      { kind: 'button', label: isOpen ? letters.pay : letters.view, url: `${origin}${path}`, orOpen: texts.orOpen },
      ...(isOpen ? [warning(letters, names)] : []),
    ],
    why: sentences(language, [letters.why(names), texts.replies(merchant)]),
    closing: texts.sentFor(own(product), merchant),
  }
}

const tellings = { invoice_sent: 'sent', invoice_paid: 'paid', invoice_credited: 'credited' } as const

const tellingOf = (facts: InvoiceLetter): AskedStage | 'sent' | 'paid' | 'credited' =>
  facts.kind === 'invoice_reminder' ? facts.stage : tellings[facts.kind]

function namesOf({ language, merchant, to, number, creditNote, amount, currency, dueDate }: InvoiceLetter): InvoiceNames {
  const due = dueDate === null ? '' : formatDay(language, dueDate)
  return { merchant, to, number, creditNote: creditNote ?? number, amount: formatFiat(language, amount, currency), due }
}

function factsOf({ seller, items }: InvoiceLetter, texts: InvoiceLetterTexts, { amount, due }: InvoiceNames): readonly Fact[] {
  const rows: readonly (readonly [name: string, value: string | null])[] = [
    [texts.amount, amount],
    [texts.due, due === '' ? null : due],
    [texts.items, items],
    [texts.from, seller],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value: say`${value}` }]))
}

const warning = (texts: InvoiceLetterTexts, names: InvoiceNames): Block => ({
  kind: 'note',
  tone: 'held',
  title: [own(texts.onlyThere)],
  words: texts.onlyThereHelp(names),
})
