import { cpus, release, totalmem, type } from 'node:os'

/** The machine of a measurement, in one line. */
export function machine(): string {
  const [first] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  return `${cpus().length} × ${first?.model.trim() || process.arch}, ${gib} GiB, ${type()} ${release().split('-')[0]}, Node.js ${process.versions.node}`
}
