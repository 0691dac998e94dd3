import { Address } from '../../ui/address.tsx'
import { NamedCoin } from '../../ui/coin.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Day, Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/page.tsx'
import { languageName } from '../language-name.ts'
import { PostalAddress } from '../postal-address.tsx'
import type { Invoice } from './invoice-detail.ts'

/** Whom the invoice is for, and what it says. */
export function InvoiceFacts({ invoice }: { readonly invoice: Invoice }) {
  return (
    <>
      <ClientFacts invoice={invoice} />
      <Section title="Details">
        <Facts rows={[...daysOf(invoice), ...termsOf(invoice), ...textsOf(invoice), ...placesOf(invoice)]} />
      </Section>
    </>
  )
}

function ClientFacts({ invoice: { client } }: { readonly invoice: Invoice }) {
  if (client === null) return null
  return (
    <Section title="Client">
      <Facts
        rows={[
          ['Name', <bdi className="break-words">{client.name}</bdi>],
          client.email !== null && ['E-mail', <span className="break-words">{client.email}</span>],
          client.tax_id !== null && ['Tax ID', client.tax_id],
          client.address !== null && ['Address', <PostalAddress address={client.address} />],
        ]}
      />
    </Section>
  )
}

type Rows = Parameters<typeof Facts>[0]['rows']

const daysOf = ({ created_at, sent_at, issue_date, service_date, paid_at }: Invoice): Rows => [
  ['Created', <Moment at={created_at} />],
  sent_at !== null && ['Sent', <Moment at={sent_at} />],
  paid_at !== null && ['Paid', <Moment at={paid_at} />],
  issue_date !== null && ['Issue day', <Day day={issue_date} />],
  service_date !== null && ['Delivery day', <Day day={service_date} />],
]

const termsOf = ({ crypto_currency: coin, processor_checkout_url: card, language, reminders }: Invoice): Rows => [
  coin !== null && ['Coin', <NamedCoin asset={coin} />],
  card !== null && ['Cards', 'taken'],
  language !== null && ['Language', languageName(language)],
  ['Reminders', reminders ? 'By e-mail' : 'Off'],
]

const textsOf = ({ notes, buyer_reference, tax_exemption_reason }: Invoice): Rows => [
  Boolean(buyer_reference) && ['Reference', <bdi className="break-words">{buyer_reference}</bdi>],
  Boolean(tax_exemption_reason) && ['No tax', <bdi className="break-words">{tax_exemption_reason}</bdi>],
  Boolean(notes) && [
    'Notes',
    <p dir="auto" className="break-words whitespace-pre-line">
      {notes}
    </p>,
    'wide',
  ],
]

const placesOf = ({ payment_address, merchant_wallet_address: wallet, pay_url: url }: Invoice): Rows => [
  payment_address !== null && ['Its address', <Address text={payment_address} />, 'wide'],
  wallet !== null && ['Forwarded to', <Address text={wallet} />, 'wide'],
  url !== null && ['Page', <PageUrl url={url} />, 'wide'],
]

const PageUrl = ({ url }: { readonly url: string }) => (
  <span className="copyable mono break-all">
    {url}
    <CopyButton text={url} name="link" />
  </span>
)
