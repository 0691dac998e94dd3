import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { obtainPinned } from './obtain-pinned.ts'

const run = promisify(execFile)
const FETCH_TIMEOUT_MS = 600_000

/** A folder with the jars at the versions of a `pom.xml`, fetched once. @throws {Error} without Maven. */
export const obtainJars = (name: string, pom: string): Promise<string> =>
  obtainPinned({ name, pins: pom, fill: (folder) => fetchJars(folder, pom) })

async function fetchJars(folder: string, pom: string): Promise<void> {
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
  try {
    await run('mvn', ['--quiet', '--batch-mode', '--file', pom, ...goal], { timeout: FETCH_TIMEOUT_MS })
  } catch (cause) {
    throw new Error("tests in Java need Java 17 and Maven (Debian's default-jdk-headless and maven)", { cause })
  }
}
