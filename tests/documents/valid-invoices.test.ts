import { writeInvoicePdf } from '@gateway/documents/write-invoice-pdf'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { documentOf } from '@gateway/domain/invoices/test-invoices'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { obtainPythonTool } from '../support/obtain-python-tool.ts'
import { runPython } from '../support/run-python.ts'
import { isIssuable, issueSamples } from './issue-samples.ts'
import { validateFiles } from './obtain-validator.ts'
import { sampleInvoices } from './sample-invoices.ts'

/** What an independent parser finds in a PDF. */
interface ReadBack {
  readonly text: string
  readonly xml: string | null
  readonly faults: readonly string[]
}

/** Mustang computes the VAT of yen in hundredths, which yen do not have; it only warns. */
const warnings = ['yen-taxed.pdf: Arithmetical issue:Payable total in XML is 726.00, but calculated total is 725.94']

const folder = mkdtempSync(join(tmpdir(), 'invoices-'))
const pathOf = (name: string, kind: 'pdf' | 'xml'): string => join(folder, `${name}.${kind}`)
const plain = documentOf({ number: 'INV-7', lines: [], taxProfile: null, amountMinor: 128_050n, language: 'de', notes: 'Nur ein Betrag.' })
const drawn = sampleInvoices()
/** Those that the room has issued stand in it as they were issued. */
let samples: Map<string, InvoiceDocument>
let issued: Awaited<ReturnType<typeof issueSamples>>
let found: Map<string, ReadBack>

beforeAll(async () => {
  issued = await issueSamples(new Map([...drawn].filter(([, sample]) => isIssuable(sample))))
  samples = new Map([...drawn].map(([name, sample]) => [name, issued.get(name)?.document ?? sample]))
  await writeAll(new Map([...samples, ['plain', plain]]))
  const packages = await obtainPythonTool('pypdf')
  const names = [...samples.keys(), 'plain']
  const answers: readonly ReadBack[] = JSON.parse(
    await readBack(
      names.map((name) => pathOf(name, 'pdf')),
      packages,
    ),
  )
  found = new Map(names.map((name, index) => [name, answers[index] ?? { text: '', xml: null, faults: ['was not read'] }]))
  for (const [name, { xml }] of found) if (xml !== null) writeFileSync(pathOf(name, 'xml'), xml)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('of forty invoices the room issues all on which nothing is paid and which ask for something, with what was asked for', () => {
  const own = ({ number: _number, payUrl: _payUrl, issueDate: _day, credits: _credits, sellerName: _name, ...rest }: InvoiceDocument) =>
    rest
  const asked = new Map([...drawn].filter(([name]) => issued.has(name)))
  expect([...issued].map(([name, { document }]) => [name, own(document)])).toEqual([...asked].map(([name, sample]) => [name, own(sample)]))
  expect([...drawn.keys()].filter((name) => !issued.has(name))).toEqual(['partly-paid', 'fully-paid', 'negative-total'])
})

test('forty invoices are PDF/A-3 and Factur-X by the reference validator, and a plain one is PDF/A-3', async () => {
  const verdicts = await validateFiles(
    'mustang',
    [...samples.keys(), 'plain'].map((name) => pathOf(name, 'pdf')),
  )
  expect(verdicts.size).toBe(samples.size + 1)
  const plainProblems = verdicts.get(pathOf('plain', 'pdf'))
  expect([plainProblems?.includes('no PDF/A-3'), plainProblems?.includes('XML could not be extracted')]).toEqual([false, true])
  verdicts.delete(pathOf('plain', 'pdf'))
  expect(problemsIn(verdicts).filter((problem) => !warnings.some((warning) => problem.startsWith(warning)))).toEqual([])
})

test('forty e-invoices obey the rules of EN 16931, which let VAT pass that is off by 0.99 and refuse 1.00', async () => {
  const xml = readFileSync(pathOf('one-rate', 'xml'), 'utf8')
  const off = { 'off-by-0.99': xml.replaceAll('>19.00<', '>19.99<').replaceAll('>119.00<', '>119.99<') }
  const refused = { 'off-by-1.00': xml.replaceAll('>19.00<', '>20.00<').replaceAll('>119.00<', '>120.00<') }
  for (const [name, text] of Object.entries({ ...off, ...refused })) writeFileSync(pathOf(name, 'xml'), text)
  const names = [...samples.keys(), 'off-by-0.99', 'off-by-1.00']
  const verdicts = await validateFiles(
    'phive',
    names.map((name) => pathOf(name, 'xml')),
  )
  expect(verdicts.size).toBe(names.length)
  expect(verdicts.get(pathOf('off-by-1.00', 'xml'))?.[0]).toContain('BR-S-09')
  verdicts.delete(pathOf('off-by-1.00', 'xml'))
  expect(problemsIn(verdicts)).toEqual([])
  const [faults] = JSON.parse(await readBack([pathOf('off-by-0.99', 'xml')], await obtainPythonTool('pypdf')))
  expect(faults).toEqual(["VAT of ('S', Decimal('19')): 19.99 is not 19.00"])
})

test('every sum in the embedded e-invoices follows from the lines in decimal arithmetic, to the last digit', () => {
  expect([...found].flatMap(([name, { faults }]) => faults.map((fault) => `${name}: ${fault}`))).toEqual([])
})

test('an independent parser reads number, parties, lines and link from every page', () => {
  const missing = [...samples, ['plain', plain] as const].flatMap(([name, document]) => {
    const read = withoutBlanks(found.get(name)?.text ?? '')
    return textsOf(document).flatMap((text) => (read.includes(withoutBlanks(text)) ? [] : [`${name}: ${text}`]))
  })
  expect(missing).toEqual([])
})

async function writeAll(documents: ReadonlyMap<string, InvoiceDocument>): Promise<void> {
  for (const [name, document] of documents) {
    writeFileSync(pathOf(name, 'pdf'), issued.get(name)?.bytes ?? (await writeInvoicePdf(document)).bytes)
  }
}

function readBack(files: readonly string[], packages: string): Promise<string> {
  const reference = join(import.meta.dirname, 'reference')
  return runPython(readFileSync(join(reference, 'read_back.py'), 'utf8'), files, { folder: reference, packages })
}

const problemsIn = (verdicts: ReadonlyMap<string, readonly string[]>): string[] =>
  [...verdicts].flatMap(([file, problems]) => problems.map((problem) => `${basename(file)}: ${problem}`))

/** What stands on the page as it was given. */
function textsOf({ number, taxProfile, sellerName, buyer, lines, payUrl, notes, credits }: InvoiceDocument): string[] {
  const parties = [taxProfile?.legalName ?? sellerName, buyer.name, buyer.address?.street, buyer.taxId, taxProfile?.vatId]
  const others = [number, payUrl, credits?.number, ...(notes ?? '').split('\n')]
  return [...parties, ...others, ...lines.map(({ description }) => description)].filter((text) => typeof text === 'string')
}

const withoutBlanks = (text: string): string => text.normalize('NFC').replace(/\s/g, '')
