import { evidenceTexts, type EvidenceTexts } from '@gateway/domain/cards/evidence'
import { z } from 'zod'
import { cardObjectId } from './scalars.ts'
import { flag } from '../wire/flag.ts'
import { wireInput } from '../wire/names.ts'
import { text } from '../wire/text.ts'

const evidence = (description: string, example: string) => text({ min: 1, max: 20_000 }, { description, example }).optional()

/** The answer of a merchant to a dispute. The bank reads it once, so what is missing then stays missing. */
export const DisputeEvidenceInput = wireInput(
  z.object({
    id: cardObjectId('dispute', ['dp', 'du']),
    submit: flag({
      description: 'True sends everything that was stored so far to the bank, once and for all; false stores it for later.',
      example: true,
    }).prefault(true),
    productDescription: evidence('What was sold.', 'A bag of coffee, 1 kg'),
    customerName: evidence('The name of the customer.', 'Lena Hoffmann'),
    customerEmailAddress: evidence('The e-mail address of the customer.', 'lena@hoffmann.example'),
    billingAddress: evidence('The billing address of the customer.', 'Lindenstraße 1, 10969 Berlin'),
    serviceDate: evidence('When a service was rendered.', '2026-10-01'),
    shippingCarrier: evidence('Who delivered the goods.', 'DHL'),
    shippingTrackingNumber: evidence('The tracking number of the delivery.', '00340434161094042557'),
    shippingDate: evidence('When the goods were sent.', '2026-10-01'),
    refundPolicyDisclosure: evidence('How the customer was shown the refund policy before paying.', 'Beside the button that orders'),
    cancellationRebuttal: evidence('Why the order was not cancelled as the customer says.', 'No cancellation reached us'),
    uncategorizedText: evidence('Everything else.', 'The customer thanked us on 3 October'),
  }),
).transform(({ id, submit, ...named }) => ({ id, isFinal: submit, texts: textsOf(named) }))
/** An answer with the texts by the processor's names. */
export type DisputeEvidenceInput = z.output<typeof DisputeEvidenceInput>

type Named = Readonly<Record<string, string | undefined>>

function textsOf(named: Named): EvidenceTexts {
  const given = evidenceTexts.flatMap((name) => {
    const value = named[name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase())]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}
