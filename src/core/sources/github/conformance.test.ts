import { idAt } from '#shared/origin.ts';
import { startFakeGithub } from '#test/support/fakes/github.ts';
import { describeConformance, type SiteUnderTest } from '#test/support/source-conformance.ts';
import { openGithub } from './github.ts';

type Fake = Awaited<ReturnType<typeof startFakeGithub>>;
type Acts = Pick<SiteUnderTest, 'stream' | 'publish' | 'remove'>;

const lastNumber = (fullname: string): number => Number(idAt('github', fullname)?.split('/').at(-1));

function conforms(token: string, actsOn: (site: Fake) => Acts): void {
  describeConformance('github', openGithub, async (clock) => {
    const site = await startFakeGithub(() => clock.now);
    site.setRepository('acme/tool', {});
    return {
      ...actsOn(site),
      hosts: [site.host],
      config: { github: { url: site.url, token } },
      answerWith: (handle) => {
        site.state.handle = handle;
      },
    };
  });
}

conforms('', (site) => ({
  stream: { kind: 'github', name: 'acme/tool' },
  publish: (text) => `gh_acme/tool/issues/${site.addIssue(text)}`,
  remove: (fullname) => site.removeIssue(lastNumber(fullname)),
}));

conforms('abc', (site) => ({
  stream: { kind: 'github', name: 'Acme/Tool' },
  publish: (text) => `gh_acme/tool/discussions/${site.addDiscussion(text)}`,
  remove: (fullname) => site.removeDiscussion(lastNumber(fullname)),
}));

conforms('', (site) => ({
  stream: { kind: 'githubcomments', name: 'acme/tool' },
  publish: ({ title, ...text }) => `gh_acme/tool/comments/${site.addComment(site.addIssue({ title, body: '', at: 0 }), text)}`,
  remove: (fullname) => site.removeComment(lastNumber(fullname)),
}));

conforms('abc', (site) => ({
  stream: { kind: 'githubsearch', name: 'e' },
  publish: (text) => `gh_acme/tool/issues/${site.addIssue({ ...text, title: text.title })}`,
  remove: (fullname) => site.removeIssue(lastNumber(fullname)),
}));
