<?php
/**
 * The mobile number on the profile.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action( 'show_user_profile', __NAMESPACE__ . '\\show_phone_field' );
add_action( 'edit_user_profile', __NAMESPACE__ . '\\show_phone_field' );
add_action( 'user_new_form', __NAMESPACE__ . '\\show_phone_field' );
add_action( 'user_profile_update_errors', __NAMESPACE__ . '\\check_phone_field' );
add_action( 'personal_options_update', __NAMESPACE__ . '\\save_phone_field' );
add_action( 'edit_user_profile_update', __NAMESPACE__ . '\\save_phone_field' );
add_action( 'edit_user_created_user', __NAMESPACE__ . '\\save_phone_field' );
add_action(
	'init',
	function () {
		register_meta(
			'user',
			PHONE_KEY,
			array(
				'type'              => 'string',
				'single'            => true,
				'description'       => __( 'Mobile number in international form.', 'tidings' ),
				'sanitize_callback' => function ( $value ) {
					return (string) clean_phone( $value );
				},
				'auth_callback'     => function ( $allowed, $key, $user_id ) {
					return current_user_can( 'edit_user', $user_id );
				},
				'show_in_rest'      => array(
					'schema' => array(
						'type'    => 'string',
						// Never where a profile is public.
						'context' => array( 'edit' ),
						'pattern' => '^(\+[1-9][0-9]{7,14})?$',
					),
				),
			)
		);
	}
);

/**
 * The field, as part of WordPress's own profile form.
 *
 * @param \WP_User|string $user User; a word where one is to be made.
 */
function show_phone_field( $user ) {
	$typed = typed_phone();
	$phone = null !== $typed ? $typed : ( $user instanceof \WP_User ? (string) get_user_meta( $user->ID, PHONE_KEY, true ) : '' );
	wp_nonce_field( 'tidings_phone', 'tidings_phone_nonce', false );
	?>
	<h2><?php esc_html_e( 'Text messages', 'tidings' ); ?></h2>
	<table class="form-table" role="presentation">
		<tr>
			<th scope="row"><label for="tidings-mobile"><?php esc_html_e( 'Mobile number', 'tidings' ); ?></label></th>
			<td>
				<input type="tel" name="tidings_mobile" id="tidings-mobile" class="regular-text" maxlength="40" autocomplete="tel"
					value="<?php echo esc_attr( $phone ); ?>" placeholder="<?php echo esc_attr( example_number() ); ?>" aria-describedby="tidings-mobile-help">
				<p class="description" id="tidings-mobile-help"><?php esc_html_e( 'For text messages from this site. With the country code, beginning with +.', 'tidings' ); ?></p>
			</td>
		</tr>
	</table>
	<?php
}

/**
 * What was typed into the field, if the form was really ours.
 *
 * @return string|null
 */
function typed_phone() {
	if ( ! isset( $_POST['tidings_mobile'], $_POST['tidings_phone_nonce'] )
		|| ! wp_verify_nonce( sanitize_key( $_POST['tidings_phone_nonce'] ), 'tidings_phone' ) ) {
		return null;
	}
	return sanitize_text_field( wp_unslash( $_POST['tidings_mobile'] ) );
}

/**
 * Refuses what is not an international number.
 *
 * @param \WP_Error $errors What is shown above the form.
 */
function check_phone_field( $errors ) {
	$typed = typed_phone();
	if ( null !== $typed && null === clean_phone( $typed ) ) {
		$errors->add(
			'tidings_mobile',
			/* translators: %s: example of a number */
			sprintf( __( '<strong>Error:</strong> The mobile number must be international: + and the country code, 8 to 15 digits in all. Example: %s.', 'tidings' ), in_sentence( example_number() ) ),
			array( 'form-field' => 'tidings_mobile' )
		);
	}
}

/**
 * Stores a valid number; an empty field removes it.
 *
 * @param int|\WP_Error $user_id User.
 */
function save_phone_field( $user_id ) {
	if ( is_wp_error( $user_id ) || ! current_user_can( 'edit_user', $user_id ) ) {
		return;
	}
	$typed = typed_phone();
	$phone = null === $typed ? null : clean_phone( $typed );
	if ( '' === $phone ) {
		delete_user_meta( $user_id, PHONE_KEY );
	} elseif ( null !== $phone ) {
		update_user_meta( $user_id, PHONE_KEY, $phone );
	}
}
