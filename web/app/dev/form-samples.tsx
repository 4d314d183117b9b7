import { useState } from 'react';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Combobox } from '#ui/combobox';
import { Field } from '#ui/field';
import { LinkButton } from '#ui/link-button';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import { Textarea } from '#ui/textarea';
import { Sample } from './sample';

const trees = [
  { value: 'birch', label: 'Birch', detail: 'Birke', detailLang: 'de' },
  { value: 'cherry', label: 'Cherry', detail: '桜', detailLang: 'ja' },
  { value: 'pine', label: 'Pine', detail: 'Σπεύκο', detailLang: 'el' },
];

export function FormSamples() {
  const [tree, setTree] = useState<string | null>(null);
  const [otherTree, setOtherTree] = useState<string | null>('cherry');
  return (
    <>
      <Sample title="Buttons">
        <div className="flex flex-wrap gap-3">
          <Button variant="primary">Save Changes</Button>
          <Button>Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Delete account</Button>
          <LinkButton to="/dev/ui">Link button</LinkButton>
          <LinkButton to="/dev/ui" variant="primary" size="lg">
            Large link button
          </LinkButton>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" disabled>
            Save Changes
          </Button>
          <Button disabled>Secondary</Button>
          <Button variant="primary" busy>
            Saving...
          </Button>
          <Button busy>Sending...</Button>
        </div>
      </Sample>
      <Sample title="Fields">
        <div className="grid gap-6 md:grid-cols-2">
          <Field label="Name" help="Shown to everybody.">
            <TextInput placeholder="Your name" />
          </Field>
          <Field
            label="Email"
            error="Please enter a valid email address"
            help="A confirmation code will be sent."
          >
            <TextInput type="email" defaultValue="aiko@" />
          </Field>
          <Field label="About Me">
            <Textarea defaultValue="I like long walks and short sentences." />
          </Field>
          <Field label="Notes">
            <Textarea disabled defaultValue="Not now." />
          </Field>
          <Field label="Level">
            <Select defaultValue="2">
              <option value="1">Beginner</option>
              <option value="2">Intermediate</option>
            </Select>
          </Field>
          <Field label="Level" error="Please choose one">
            <Select disabled>
              <option>Not available</option>
            </Select>
          </Field>
          <Field label="Tree">
            <Combobox items={trees} value={tree} onValueChange={setTree} placeholder="All trees" />
          </Field>
          <Field label="Another tree" help="Searched by both names.">
            <Combobox items={trees} value={otherTree} onValueChange={setOtherTree} />
          </Field>
        </div>
        <div>
          <Checkbox label="Unchecked" />
          <Checkbox label="Checked" defaultChecked help="With a line of help below." />
          <Checkbox label="Disabled" disabled />
        </div>
      </Sample>
    </>
  );
}
