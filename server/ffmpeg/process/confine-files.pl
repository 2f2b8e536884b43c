# Confines a program to its files with Landlock, where the machine allows no namespaces. Perl, because it can make any system
# call, and every Debian and Ubuntu has it.
#   perl confine-files.pl [r:FILE | w:FOLDER | p:FOLDER]... -- PROGRAM [ARG]...
# r: a file that can be read; w: a folder that can be written to; p: a folder of programs and libraries, read only.
# Needs "no new privileges". Fails where the kernel has no Landlock, and then starts nothing.
use strict;
use warnings;
use Fcntl;

# The same on every kind of processor.
my ($CREATE_RULESET, $ADD_RULE, $RESTRICT_SELF) = (444, 445, 446);
my $PATH_BENEATH = 1;
my ($EXECUTE, $WRITE_FILE, $READ_FILE, $READ_DIR, $REMOVE_DIR, $REMOVE_FILE) = map { 1 << $_ } 0 .. 5;
my ($MAKE_DIR, $MAKE_FILE, $TRUNCATE) = (1 << 7, 1 << 8, 1 << 14);

my $version = syscall($CREATE_RULESET, 0, 0, 1);
die "No Landlock: $!\n" if $version < 1;
# Each version can deny more: later ones moving and truncating, TCP, and signals to processes outside.
my $rights = (1 << ($version >= 5 ? 16 : $version >= 3 ? 15 : $version >= 2 ? 14 : 13)) - 1;
my $attributes = pack 'Q', $rights;
$attributes .= pack 'Q', 3 if $version >= 4;
$attributes .= pack 'Q', 3 if $version >= 6;
my $ruleset = syscall($CREATE_RULESET, $attributes, length $attributes, 0);
die "No ruleset: $!\n" if $ruleset < 0;

sub allow {
  my ($path, $allowed) = @_;
  sysopen(my $opened, $path, O_RDONLY) or return;
  $allowed &= $EXECUTE | $WRITE_FILE | $READ_FILE | $TRUNCATE unless -d $opened;
  my $rule = pack 'Ql', $allowed & $rights, fileno $opened;
  syscall($ADD_RULE, $ruleset, $PATH_BENEATH, $rule, 0) == 0 or die "No rule for $path: $!\n";
}

my $read = $READ_FILE | $READ_DIR;
my $write = $read | $WRITE_FILE | $TRUNCATE | $REMOVE_DIR | $REMOVE_FILE | $MAKE_DIR | $MAKE_FILE;
allow($_, $read | $EXECUTE) for map { "/$_" } qw(usr bin sbin lib lib32 lib64 libx32 etc/alternatives etc/ld.so.cache);
allow($_, $READ_FILE | $WRITE_FILE) for map { "/dev/$_" } qw(null zero urandom);
while (@ARGV and (my $argument = shift) ne '--') {
  my ($kind, $path) = $argument =~ /^([rwp]):(.*)$/s or die "Not a path: $argument\n";
  allow($path, { r => $READ_FILE, w => $write, p => $read | $EXECUTE }->{$kind});
}
syscall($RESTRICT_SELF, $ruleset, 0) == 0 or die "Not confined: $!\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";
