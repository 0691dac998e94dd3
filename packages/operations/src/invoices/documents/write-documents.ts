import { findUnwritten, writeDocument } from '@gateway/db/invoices/documents/document-queries'
import { writeInvoicePdf } from '@gateway/documents/write-invoice-pdf'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'

/** As many as a process can write before its other work notices. */
const MOST = 4

/**
 * Writes the PDFs of documents that were issued, each once: two processes write the same bytes, and the first ones stay. One that cannot be written is put
 * off and reported, and delays no other.
 *
 * @returns how many it wrote.
 */
export function writeDocuments(ctx: Pick<Context, 'orm' | 'clock' | 'log' | 'failpoint'>): Promise<number> {
  return sweepEach<{ id: string; content: InvoiceDocument }>(
    ctx,
    {
      name: 'invoice_documents',
      limit: MOST,
      read: (page) => findUnwritten(ctx.orm.em.fork(), page),
      keyOf: ({ id }) => id,
      aboutOf: () => ({}),
    },
    async ({ id, content }) => {
      const { bytes, sha256, isEInvoice: isElectronic } = await writeInvoicePdf(content)
      await ctx.failpoint('documentWritten')
      return writeDocument(ctx.orm.em.fork(), { id, bytes, sha256, isElectronic, writtenAt: ctx.clock.now() })
    },
  )
}
