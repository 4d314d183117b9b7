import Ban from 'lucide-react/icons/ban';
import { useState } from 'react';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Menu, MenuItem, MenuLink } from '#ui/menu';
import { showToast } from '#ui/toast';
import { Sample } from './sample';

export function LayerSamples() {
  const [open, setOpen] = useState(false);
  return (
    <Sample title="Menu, dialog, toast">
      <div className="flex flex-wrap gap-3">
        <Menu align="start" trigger={<Button>More</Button>}>
          <MenuLink to="/settings">Settings</MenuLink>
          <MenuItem onSelect={() => showToast({ title: 'Copied' })}>Copy address</MenuItem>
          <MenuItem
            danger
            icon={<Ban aria-hidden="true" className="size-5" />}
            onSelect={() => setOpen(true)}
          >
            Remove
          </MenuItem>
        </Menu>
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
        <Button
          onClick={() =>
            showToast({ title: 'Saved', description: 'Your changes are in place.', tone: 'positive' })
          }
        >
          Show toast
        </Button>
        <Button onClick={() => showToast({ title: 'That did not work', tone: 'danger' })}>
          Show error toast
        </Button>
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel this appointment?"
        description="Are you sure you want to cancel this appointment?"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button variant="danger" onClick={() => setOpen(false)}>
              Cancel appointment
            </Button>
          </>
        }
      />
    </Sample>
  );
}
