import { Button, Person, Sheet, Subject, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { peopleBelow, performanceOf, type TeamNode } from './treeWindow.ts';

interface MemberSheetProps {
  readonly node: TeamNode;
  /** It is the one that the chart shows already. */
  readonly isFocus: boolean;
  readonly onFocus: (id: string) => void;
  readonly onClose: () => void;
}

/** Who stands there, with all figures of their team, and the way to it. */
export function MemberSheet({ node, isFocus, onFocus, onClose }: MemberSheetProps) {
  const { t } = useTranslation('team');
  const { username, position, sales } = node;
  const people = t('chart.people', { count: peopleBelow(node) });
  return (
    <Sheet title={username} onClose={onClose}>
      <Subject
        mark={<Person name={username} size="large" />}
        name={username}
        text={position === '' ? people : t('chart.positionPeople', { position, people })}
      />
      <Summary
        total
        rows={[
          { label: t('side.left'), value: sales.left },
          { label: t('side.right'), value: sales.right },
          { label: t('chart.performance'), value: performanceOf(node) },
        ]}
      />
      {!isFocus && (
        <Button
          onClick={() => {
            onClose();
            onFocus(node.id);
          }}
        >
          {t('chart.show', { username })}
        </Button>
      )}
    </Sheet>
  );
}
