import { TextField } from '../../ui/field.tsx'

/** What is known of the customer, as it was typed. */
export interface PayerValues {
  readonly sendTo: string
  readonly address: string
  readonly txHash: string
  readonly reason: string
}

interface PayerFieldsProps {
  readonly values: PayerValues
  readonly onChange: (values: PayerValues) => void
  /** What the server has refused, by its member. */
  readonly refused: Readonly<Record<string, string>>
}

/** To whom it goes: all of it is optional, because the customer can say it by the link. */
export function PayerFields({ values, onChange, refused }: PayerFieldsProps) {
  const change =
    (name: keyof PayerValues) =>
    ({ target }: { readonly target: { readonly value: string } }): void =>
      onChange({ ...values, [name]: target.value })
  const exact = { className: 'mono', autoComplete: 'off', spellCheck: false }
  return (
    <>
      <TextField
        label="Customer’s e-mail"
        isOptional
        type="email"
        autoComplete="off"
        hint="They get the link, and another e-mail once the money has arrived."
        value={values.sendTo}
        error={refused['send_to']}
        onChange={change('sendTo')}
      />
      <TextField
        label="Customer’s address"
        isOptional
        {...exact}
        hint="Only if they have told it to you; otherwise they name it by the link. Never the one the money came from: it often belongs to an exchange."
        value={values.address}
        error={refused['address']}
        onChange={change('address')}
      />
      {values.address !== '' && (
        <TextField
          label="Transaction"
          isOptional
          {...exact}
          hint="If you have paid it already."
          value={values.txHash}
          error={refused['tx_hash']}
          onChange={change('txHash')}
        />
      )}
      <TextField
        label="Reason"
        isOptional
        maxLength={500}
        hint="Your customer reads it."
        value={values.reason}
        error={refused['reason']}
        onChange={change('reason')}
      />
    </>
  )
}
