import type { PostDetail } from '#shared/posts.ts';
import { authorName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { cx } from '#web/ui/class-names.ts';
import { MarkdownText } from './markdown.tsx';
import { texts } from './texts.ts';

const indents = ['', 'ml-4', 'ml-8', 'ml-12'];

export function Thread({ post }: { post: Pick<PostDetail, 'thread' | 'author'> }) {
  return (
    <section className="mt-7 border-t border-line pt-4">
      <h3 className="text-12 font-medium text-muted">
        {post.thread.length > 0 ? texts.inThread(post.thread.length) : texts.nothingInThread}
      </h3>
      {post.thread.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-3 text-13">
          {post.thread.map((item) => (
            <li key={item.fullname} className={cx('border-l-2 pl-3', indents[Math.min(item.depth, indents.length - 1)])}>
              <p className="text-12 text-muted">
                <bdi>{authorName(item.author)}</bdi> · <TimeAgo at={item.createdAt} />
                {item.author !== null && item.author === post.author ? ` · ${texts.postAuthor}` : ''}
                {item.score === null ? '' : ` · ${texts.points(item.score)}`}
              </p>
              <div className="*:[.prose]:text-13">
                <MarkdownText source={item.body} />
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
