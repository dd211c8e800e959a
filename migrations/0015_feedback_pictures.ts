import type { Knex } from 'knex';

/** What users show with their feedback: apart from its words, so that lists stay light. */
export async function feedbackPictures(db: Knex): Promise<void> {
  await db.schema.createTable('feedback_pictures', (table) => {
    table.integer('feedback_id').primary().references('feedback.id').onDelete('CASCADE');
    /** A data URL. */
    table.text('picture').notNullable();
  });
}
