import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The file is there already; it was not touched. */
export class FileExists extends Error {
  override readonly name = 'FileExists'
  constructor(path: string) {
    super(`${path} exists already and is not overwritten`)
  }
}

/**
 * Writes a file that was not there before, whole or not at all, and waits until the disk has it.
 *
 * The name is linked to the finished file, because a rename would replace a file that somebody else made meanwhile.
 *
 * @throws {FileExists} when the name is taken.
 */
export function createDurableFile(path: string, { text, mode }: { readonly text: string; readonly mode: number }): void {
  const draft = `${path}.${process.pid}.new`
  rmSync(draft, { force: true })
  try {
    writeDraft(draft, { text, mode })
    linkOnce(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dirname(path))
}

/** Puts another file in the place of one, whole or not at all: whoever opens the name finds the old one or the new one. Waits for the disk. */
export function replaceDurableFile(path: string, { text, mode }: { readonly text: string; readonly mode: number }): void {
  const draft = `${path}.${process.pid}.new`
  rmSync(draft, { force: true })
  try {
    writeDraft(draft, { text, mode })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dirname(path))
}

function writeDraft(draft: string, { text, mode }: { text: string; mode: number }): void {
  const file = openSync(draft, 'wx', mode)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function linkOnce(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw new FileExists(path)
    throw error
  }
}

/** A file's name is part of its folder, which has to reach the disk as well. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
