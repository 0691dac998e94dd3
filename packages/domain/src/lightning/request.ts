/** What the api asks the roles that have a node for. */
export type LightningRequestKind = 'invoice' | 'send' | 'read'

/**
 * `waiting`: nothing was done, so whoever asked may still withdraw it. `taken`: its payment is booked. `refused`: nothing was booked and nothing will be.
 */
export type LightningRequestState = 'waiting' | 'taken' | 'refused' | 'withdrawn'

/** An invoice to create. */
export interface InvoiceWanted {
  readonly kind: 'invoice'
  readonly amountMsat: string
  readonly description: string | null
  /** The metadata of an LNURL pay request, byte for byte; the invoice carries its SHA-256 in place of the description. */
  readonly lnurlMetadata: string | null
}

/** An invoice to pay. It was resolved once, and a repeat pays the same. */
export interface SendWanted {
  readonly kind: 'send'
  readonly paymentRequest: string
  /** What the caller named, in millisatoshis as decimal digits; null where the invoice decides. */
  readonly amountMsat: string | null
  /** As it was named: the invoice, or the Lightning Address. */
  readonly destination: string
  /** What the invoice of a Lightning Address has to carry (LUD-06); null where an invoice was named. */
  readonly descriptionHash: string | null
}

/** An invoice to read before it is paid; nothing comes of it. */
interface ReadWanted {
  readonly kind: 'read'
  readonly paymentRequest: string
}

/** What the node has read from an invoice: the answer to a request of the kind `read`. */
export interface LightningInvoiceRead {
  readonly paymentHash: string
  /** Decimal digits; null where the payer chooses the amount. */
  readonly amountMsat: string | null
  readonly description: string
  readonly descriptionHash: string | null
  /** Public key of the payee's node. */
  readonly payee: string
  /** RFC 3339. */
  readonly expiresAt: string
}

/** What a request is about; amounts are decimal digits. */
export type LightningWanted = InvoiceWanted | SendWanted | ReadWanted

/** Why a request was refused. */
export type LightningRefusal =
  | { readonly reason: 'insufficient_balance' }
  | { readonly reason: 'already_paid' }
  | { readonly reason: 'own_wallet' }
  | { readonly reason: 'invalid'; readonly field: 'destination' | 'amount_sats'; readonly message: string }
  | { readonly reason: 'too_large'; readonly maximumSats: string }
