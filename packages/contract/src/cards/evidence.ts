import { evidenceFiles, evidenceTexts, type EvidenceTexts } from '@gateway/domain/cards/evidence'
import type { EvidenceFile } from '@gateway/domain/cards/evidence-file'
import { z } from 'zod'
import { cardObjectId } from './scalars.ts'
import { flag } from '../wire/flag.ts'
import { wireInput } from '../wire/names.ts'
import { type SentFile, sentFile } from '../wire/objects/sent-file.ts'
import { text } from '../wire/text.ts'

const evidence = (description: string, example: string) => text({ min: 1, max: 20_000 }, { description, example }).optional()
const file = (description: string, example: string) => sentFile({ description, example }).optional()

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
    receipt: file('The receipt that the customer got.', 'receipt.pdf'),
    customerCommunication: file('What the customer has written.', 'letters.pdf'),
    shippingDocumentation: file('Proof that the goods were delivered.', 'delivery.jpg'),
    serviceDocumentation: file('Proof that the service was rendered.', 'agreement.pdf'),
    uncategorizedFile: file('Any other file.', 'photo.png'),
  }),
).transform(({ id, submit, ...named }) => ({ id, isFinal: submit, texts: textsOf(named), files: filesOf(named) }))
/** An answer with the texts and the kinds of its files by the processor's names. */
export type DisputeEvidenceInput = z.output<typeof DisputeEvidenceInput>

type Named = Readonly<Record<string, string | Pick<SentFile, 'name' | 'bytes'> | undefined>>

const memberOf = (named: Named, name: string) => named[name.replaceAll(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase())]

function textsOf(named: Named): EvidenceTexts {
  const given = evidenceTexts.flatMap((name) => {
    const value = memberOf(named, name)
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(given)
}

const filesOf = (named: Named): EvidenceFile[] =>
  evidenceFiles.flatMap((kind) => {
    const value = memberOf(named, kind)
    return typeof value === 'object' ? [{ kind, ...value }] : []
  })
