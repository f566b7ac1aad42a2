<?php
/**
 * Signs the vectors with the companion's own functions, without WordPress. Prints what it got as JSON.
 */
$vectors = json_decode( file_get_contents( __DIR__ . '/vectors.json' ), true );
require __DIR__ . '/../../../wordpress/includes/signature.php';

$key  = Tidings\key_of( $vectors['secret'] );
$made = array( 'calls' => array(), 'urls' => array(), 'refused' => array() );
foreach ( $vectors['calls'] as $one ) {
	$encoded         = isset( $one['principal'] ) ? Tidings\encode_principal( $one['principal'] ) : '';
	$headers         = Tidings\signed_headers( $key, $one['purpose'], $one['method'], $one['target'], $one['body'], $encoded, (int) $one['timestamp'], $one['nonce'], $one['headers'] );
	$made['calls'][] = $headers;
}
foreach ( $vectors['urls'] as $one ) {
	$made['urls'][] = Tidings\signed_target( $key, $one['method'], $one['target'], (int) $one['expires'], Tidings\encode_principal( $one['principal'] ) );
}
foreach ( array( '', 'short', str_repeat( 'A', 42 ), str_repeat( 'A', 44 ), str_repeat( '+', 43 ), $vectors['secret'] . "\n" ) as $code ) {
	$made['refused'][] = null === Tidings\key_of( $code );
}
foreach ( $vectors['signIns'] as $one ) {
	$request            = array( 'state' => $one['state'], 'return' => $one['return'], 'expires' => $one['expires'], 'signature' => $one['request'] );
	$made['signIns'][]  = array(
		Tidings\is_sign_in_request( $key, $request ),
		Tidings\is_sign_in_request( $key, array( 'return' => 'https://evil.example/' ) + $request ),
		Tidings\signed_return( $key, $request, (int) $one['until'], $one['statement'] ),
	);
}
$made['nonce'] = Tidings\new_nonce();
echo json_encode( $made );
