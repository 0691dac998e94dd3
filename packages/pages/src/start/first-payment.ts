import type { StartView } from './start-view.ts'

/** A step of the first payment: what it does, and a command that runs as pasted. */
export interface FirstStep {
  readonly id: string
  /** In bold, then the rest of the sentence. */
  readonly does: string
  readonly rest: string
  readonly command: string
}

/** The first payment of the demo business, in three commands. */
export const firstPayment = ({
  api,
  demo,
  payCommand,
}: Pick<StartView, 'api' | 'payCommand'> & { readonly demo: Pick<StartView['demo'], 'apiKey'> }): readonly FirstStep[] => [
  {
    id: 'create',
    does: 'Create it',
    rest: 'for the demo business, and open the page that it prints. Paste into a terminal as it is.',
    command: [
      `PAYMENT=$(curl -s ${api}/api/payments/create \\`,
      `  -H 'Authorization: Bearer ${demo.apiKey}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"amount": 25, "currency": "USD", "blockchain": "BTC"}' \\`,
      `  | node -pe 'JSON.parse(fs.readFileSync(0)).payment.id')`,
      `echo ${api}/pay/$PAYMENT`,
    ].join('\n'),
  },
  { id: 'pay', does: 'Pay it', rest: 'from the funds of the devnet, in the folder of the gateway.', command: `${payCommand} $PAYMENT` },
  {
    id: 'watch',
    does: 'Watch it',
    rest: 'until it is forwarded, in about half a minute.',
    command: `curl -sN ${api}/api/payments/$PAYMENT/events \\\n  | grep --line-buffered -o '"type":"payment\\.[a-z]*"'`,
  },
]

/** The first payment by card, in two commands; the demo business is onboarded already. */
export const firstCardPayment = ({
  api,
  demo,
  payCommand,
}: Pick<StartView, 'api' | 'payCommand'> & { readonly demo: Pick<StartView['demo'], 'apiKey'> }): readonly FirstStep[] => [
  {
    id: 'create-card',
    does: 'Create a card payment',
    rest: 'and open the page of the card processor that it prints.',
    command: [
      `CHECKOUT=$(curl -s ${api}/api/cards/payments/create \\`,
      `  -H 'Authorization: Bearer ${demo.apiKey}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"amount": 2500, "currency": "usd"}' \\`,
      `  | node -pe 'JSON.parse(fs.readFileSync(0)).payment.checkout_url')`,
      `echo $CHECKOUT`,
    ].join('\n'),
  },
  {
    id: 'pay-card',
    does: 'Pay by card',
    rest: 'there, or with a test card in the folder of the gateway.',
    command: `${payCommand} CARD $CHECKOUT`,
  },
]
