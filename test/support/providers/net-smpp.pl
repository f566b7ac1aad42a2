#!/usr/bin/perl
# A short message service centre on Net::SMPP, written apart from ours and from npm smpp: what it makes of our
# bytes is an independent opinion.
#
#   net-smpp.pl [answers-before-cut [hex-dec]]
#
# Prints "port N", then one line for each thing it sees: "bind SYSTEM_ID PASSWORD", "submit ID FIELDS… HEX",
# "receipt ID STATUS", "cut", "unbind", "end COUNT". With an argument it closes the socket without a word
# when it has answered that many submits of its first link, and goes on with the next link. With `hex-dec` an id is
# hexadecimal in the answer to a submit and decimal in the receipt, as at many carriers.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
my $cut_after = shift // 0;
my $hex       = (shift // '') eq 'hex-dec';
my $listen    = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34) or die "listen: $!";
print 'port ', $listen->sockport, "\n";

# From a number on whose hexadecimal form has letters.
my ($id, $links) = ($hex ? 0xabcdef : 0, 0);
while (my $link = $listen->accept) {
    $links++;
    my ($answered, $bound) = (0, 0);
    while (my $pdu = $link->read_pdu) {
        my $command = $pdu->{cmd};
        if ($command == Net::SMPP::CMD_bind_transceiver) {
            print "bind $pdu->{system_id} $pdu->{password} ", sprintf('%02x', $pdu->{interface_version}), "\n";
            $link->bind_transceiver_resp(system_id => 'perl', status => 0, seq => $pdu->{seq});
        }
        elsif ($command == Net::SMPP::CMD_submit_sm) {
            $id++;
            my @fields = map { $pdu->{$_} } qw(source_addr_ton source_addr_npi source_addr dest_addr_ton dest_addr_npi
                destination_addr esm_class data_coding registered_delivery);
            my $body = $pdu->{short_message};
            print join(' ', 'submit', $id, (map { $_ eq '' ? '-' : $_ } @fields), $pdu->{validity_period} || '-',
                unpack('H*', $body) || '-'), "\n";
            $link->submit_sm_resp(message_id => $hex ? sprintf('%010X', $id) : "$id", status => 0, seq => $pdu->{seq});
            $answered++;
            if ($pdu->{registered_delivery}) {
                my $text = "id:$id sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:";
                $link->deliver_sm(
                    source_addr      => $pdu->{destination_addr},
                    destination_addr => $pdu->{source_addr},
                    async            => 1,
                    esm_class        => 4,
                    short_message    => $text,
                );
            }
            if ($cut_after && $links == 1 && $answered == $cut_after) {
                print "cut\n";
                # A close with unread bytes would be a reset, which also takes what we sent: an answer without its receipt.
                shutdown($link, 1);
                1 while sysread($link, my $unread, 65_536);
                last;
            }
        }
        elsif ($command == Net::SMPP::CMD_deliver_sm_resp) {
            print "receipt $pdu->{status}\n";
        }
        elsif ($command == Net::SMPP::CMD_enquire_link) { $link->enquire_link_resp(seq => $pdu->{seq}) }
        elsif ($command == Net::SMPP::CMD_unbind) {
            print "unbind\n";
            $link->unbind_resp(seq => $pdu->{seq});
            last;
        }
    }
    close $link;
    print "end $id\n";
}
