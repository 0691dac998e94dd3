import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The file exists and was not touched. */
export class FileExists extends Error {
  override readonly name = 'FileExists'
  constructor(path: string) {
    super(`${path} exists and is not overwritten`)
  }
}

/**
 * Writes a new file atomically and waits until it is on disk.
 *
 * The finished draft is linked to the name, because a rename would replace a file that another process made meanwhile.
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

/** Replaces a file atomically: a reader finds the old or the new content. Waits until it is on disk. */
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

/** A file's name is part of its folder, which must be synced as well. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
