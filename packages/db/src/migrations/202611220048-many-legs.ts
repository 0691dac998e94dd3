import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Legs are counted without an end. */
export class Migration202611220048 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220048-many-legs.sql', import.meta.url), 'utf8'))
  }
}
