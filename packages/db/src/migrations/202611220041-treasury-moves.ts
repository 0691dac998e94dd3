import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Coins of the treasury that people have moved leave the book on the word of two operators. */
export class Migration202611220041 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220041-treasury-moves.sql', import.meta.url), 'utf8'))
  }
}
