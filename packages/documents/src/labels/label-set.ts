/** The words of an invoice and a credit note. */
export interface Labels {
  readonly invoice: string
  readonly creditNote: string
  readonly billTo: string
  readonly issued: string
  /** Day of the delivery or service. */
  readonly delivered: string
  readonly due: string
  /** In place of a due day. */
  readonly onReceipt: string
  readonly reference: string
  /** Before the number of the invoice that a credit note is about. */
  readonly credits: string
  readonly vatId: string
  readonly taxNumber: string
  /** Of a client, where it is no VAT id. */
  readonly taxId: string
  /** Before the number in the register of companies. */
  readonly registration: string
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly vat: string
  readonly net: string
  readonly total: string
  /** In place of the total on a credit note. */
  readonly totalCredited: string
  readonly paid: string
  readonly amountDue: string
  /** Above the link to the page of the invoice. */
  readonly payOnline: string
  /** Before `2/3`. */
  readonly page: string
}
